import { useQuery } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { ReactNode } from 'react'
import { ApiError, isNotFound } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { Picture } from '../../ui/media.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { purchaseQuery, signedReceiptQuery } from './api.ts'
import { useHash } from './claim-page.tsx'
import { ClaimButton } from './components/claim-button.tsx'
import { CopyLink } from './components/copy-link.tsx'
import { Receipt } from './components/receipt-panel.tsx'

const FAILED = 'This receipt could not be opened'

/** The receipt of a letter, for each holder of the letter's link. */
export function ReceiptPage() {
  const token = useHash()
  const query = useQuery({ ...signedReceiptQuery(token ?? ''), enabled: Boolean(token) })
  usePageTitle('Receipt')
  if (token === '') {
    return (
      <ErrorState level={1} title={FAILED} action={<ToPurchases />}>
        Open the whole link of your letter.
      </ErrorState>
    )
  }
  return (
    <Paper query={query} {...(token && { token })}>
      {({ claim, creation_id }) =>
        claim ? <ClaimButton token={claim} /> : creation_id && <OpenCreation id={creation_id} />
      }
    </Paper>
  )
}

/** The receipt of one of the reader's own payments, charged or not. */
export function PurchasePage() {
  const { id } = usePlace()
  const valid = UUID_PATTERN.test(id)
  const query = useQuery({ ...purchaseQuery(id), enabled: valid })
  const { error } = query
  usePageTitle('Receipt')
  if (!valid || isNotFound(error) || isStranger(error)) {
    return (
      <NotFound title={FAILED} action={<ToPurchases />}>
        It is not among the purchases of this account or browser. The link of its letter opens it
        anywhere.
      </NotFound>
    )
  }
  return (
    <Paper query={query}>
      {({ creation_id, batch_id, link }) => (
        <>
          <div className="on-screen mt-6 flex flex-wrap gap-3">
            {batch_id ? (
              <LinkButton to={`/batches/${batch_id}`}>Open the batch</LinkButton>
            ) : (
              creation_id && <OpenCreation id={creation_id} />
            )}
            <LinkButton to="/profile?tab=purchases" kind="secondary">
              All purchases
            </LinkButton>
          </div>
          {link && (
            <div className="on-screen mt-8 border-t border-line pt-6">
              <h2 className="font-semibold">A link to come back with</h2>
              <p className="mt-1 mb-3 text-sm text-muted">
                Only this browser knows of this receipt. The link opens it
                {creation_id && ', and the creation with it,'} in any browser for 180 days. Keep the
                link to yourself.
              </p>
              <CopyLink link={link} name="receipt link" />
            </div>
          )}
        </>
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

type Read = Pick<Answer<'getPurchase'>, 'receipt'> &
  Partial<Pick<Answer<'getPurchase'>, 'media' | 'file_count'>>

function Paper<T extends Read>({
  query,
  token,
  children,
}: {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  token?: string
  children: (answer: T) => ReactNode
}) {
  return (
    <QueryState
      query={query}
      failed={FAILED}
      level={1}
      action={<ToPurchases />}
      loading={
        <div className="shell max-w-xl pt-12 pb-24">
          <LoadingTitle>Your purchase</LoadingTitle>
          <Skeleton className="mt-16 h-72 w-full rounded-lg" />
        </div>
      }
    >
      {(answer) => (
        <div className="shell max-w-xl pt-12 pb-24">
          <div className="mb-6 flex items-end justify-between gap-6">
            <div>
              <h1 className="text-3xl font-semibold">
                {answer.receipt.ended_at ? 'Nothing was charged' : 'Your purchase'}
              </h1>
              {answer.file_count && (
                <p className="mt-1 text-muted">A set of {answer.file_count} files</p>
              )}
            </div>
            {answer.media && (
              <div className="on-screen h-32 max-w-1/2 shrink-0">
                <Picture
                  media={answer.media}
                  alt=""
                  priority
                  fit="contain"
                  sizes="8rem"
                  className="h-full w-auto rounded-md"
                />
              </div>
            )}
          </div>
          <Receipt receipt={answer.receipt} {...(token && { token })} />
          {children(answer)}
        </div>
      )}
    </QueryState>
  )
}
