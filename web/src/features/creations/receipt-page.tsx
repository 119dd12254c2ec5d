import { useQuery } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { ReactNode } from 'react'
import { ApiError, isNotFound, readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { purchaseQuery, signedReceiptQuery } from './api.ts'
import { useHash } from './claim-page.tsx'
import { ClaimButton } from './components/claim-button.tsx'
import { CopyLink } from './components/copy-link.tsx'
import { Receipt } from './components/receipt-panel.tsx'

/** The receipt of a letter, for each holder of the letter's link. */
export function ReceiptPage() {
  const token = useHash()
  const { data, error } = useQuery({ ...signedReceiptQuery(token ?? ''), enabled: Boolean(token) })
  return (
    <Paper
      receipt={data?.receipt}
      {...(token && { token })}
      fault={
        error
          ? readReason(error, 'Please try again.')
          : token === '' && 'Open the whole link of your letter.'
      }
    >
      {data?.claim ? (
        <ClaimButton token={data.claim} />
      ) : (
        data?.creation_id && <OpenCreation id={data.creation_id} />
      )}
    </Paper>
  )
}

/** The receipt of one of the reader's own payments, charged or not. */
export function PurchasePage() {
  const { id } = usePlace()
  const valid = UUID_PATTERN.test(id)
  const { data, error } = useQuery({ ...purchaseQuery(id), enabled: valid })
  usePageTitle('Receipt')
  if (!valid || isNotFound(error) || isStranger(error)) {
    return (
      <NotFound title="This receipt could not be opened" action={<ToPurchases />}>
        It is not among the purchases of this account or browser. The link of its letter opens it
        anywhere.
      </NotFound>
    )
  }
  return (
    <Paper receipt={data?.receipt} fault={error && readReason(error, 'Please try again.')}>
      <div className="mt-6 flex flex-wrap gap-3">
        {data?.creation_id && <OpenCreation id={data.creation_id} />}
        <LinkButton to="/profile?tab=purchases" kind="secondary">
          All purchases
        </LinkButton>
      </div>
      {data?.link && (
        <div className="mt-8 border-t border-line pt-6">
          <h2 className="font-semibold">A link to come back with</h2>
          <p className="mt-1 mb-3 text-sm text-muted">
            Only this browser knows of this receipt. The link opens it
            {data.creation_id && ', and the creation with it,'} in any browser for 180 days. Keep
            the link to yourself.
          </p>
          <CopyLink link={data.link} name="receipt link" />
        </div>
      )}
    </Paper>
  )
}

function OpenCreation({ id }: { id: string }) {
  return <LinkButton to={`/creations/${id}`}>Open the creation</LinkButton>
}

/** A browser that never bought or made anything here has no receipts either. */
function isStranger(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

function ToPurchases() {
  return (
    <LinkButton to="/profile?tab=purchases" kind="secondary">
      Your purchases
    </LinkButton>
  )
}

function Paper({
  receipt,
  token,
  fault,
  children,
}: {
  receipt: Answer<'getPurchase'>['receipt'] | undefined
  token?: string
  fault: string | false | null
  children: ReactNode
}) {
  usePageTitle('Receipt')
  if (fault) {
    return (
      <ErrorState level={1} title="This receipt could not be opened" action={<ToPurchases />}>
        {fault}
      </ErrorState>
    )
  }
  return (
    <div className="shell max-w-xl pt-12 pb-24">
      {receipt ? (
        <>
          <h1 className="mb-6 text-3xl font-semibold">
            {receipt.ended_at ? 'Nothing was charged' : 'Your purchase'}
          </h1>
          <Receipt receipt={receipt} {...(token && { token })} />
          {children}
        </>
      ) : (
        <>
          <LoadingTitle>Your purchase</LoadingTitle>
          <Skeleton className="mt-16 h-72 w-full rounded-lg" />
        </>
      )}
    </div>
  )
}
