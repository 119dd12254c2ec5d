import { useQuery } from '@tanstack/react-query'
import { readReason } from '../../lib/api-error.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { signedReceiptQuery } from './api/get-signed-receipt.ts'
import { useHash } from './claim-page.tsx'
import { ClaimButton } from './components/claim-button.tsx'
import { Receipt } from './components/receipt-panel.tsx'

/** The receipt of a letter, for each holder of the letter's link. */
export function ReceiptPage() {
  const token = useHash()
  const { data, error } = useQuery({ ...signedReceiptQuery(token ?? ''), enabled: Boolean(token) })
  usePageTitle('Receipt')
  if (error || token === '') {
    return (
      <ErrorState level={1} title="This receipt could not be opened">
        {error ? readReason(error, 'Please try again.') : 'Open the whole link of your letter.'}
      </ErrorState>
    )
  }
  return (
    <div className="shell max-w-xl pt-12 pb-24">
      {data ? (
        <>
          <h1 className="mb-6 text-3xl font-semibold">Your purchase</h1>
          <Receipt receipt={data.receipt} {...(token && { token })} />
          {data.claim ? (
            <ClaimButton token={data.claim} />
          ) : (
            data.creation_id && (
              <LinkButton to={`/creations/${data.creation_id}`} kind="secondary" className="mt-6">
                Open the creation
              </LinkButton>
            )
          )}
        </>
      ) : (
        <>
          <LoadingTitle>Your purchase</LoadingTitle>
          <Skeleton className="h-72 w-full rounded-lg" />
        </>
      )}
    </div>
  )
}
