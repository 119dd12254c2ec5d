import { useInfiniteQuery } from '@tanstack/react-query'
import { CASE } from '@vignette/contract/case-words.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Receipt } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { describePayment } from '../../creations/index.ts'
import { purchasesQuery } from '../api.ts'

type Purchase = Answer<'listPurchases'>['purchases'][number]

/** Everything the reader's card was asked for, newest first. */
export function Purchases() {
  const query = useInfiniteQuery(purchasesQuery)
  return (
    <QueryPages
      query={query}
      rows={(page) => page.purchases}
      failed="Your purchases could not be loaded"
      level={3}
      loading={<PurchasesSkeleton />}
      empty={<NoPurchases />}
    >
      {(purchases) => (
        <>
          {purchases.some(({ test_mode }) => test_mode) && (
            <p role="note" className="mb-4 rounded-lg border border-line bg-surface p-4 text-sm">
              Payments here are a test: no money moves.
            </p>
          )}
          <ul className="divide-y divide-line border-y border-line">
            {purchases.map((purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} />
            ))}
          </ul>
        </>
      )}
    </QueryPages>
  )
}

export function NoPurchases() {
  return (
    <EmptyState
      icon={Receipt}
      level={3}
      title="No purchases yet"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      What you pay for is listed here with its receipt, and so is what was not charged.
    </EmptyState>
  )
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { id, media, state, creation_id: creationId, workflow_name: name } = purchase
  const { rows, batch_id: batchId } = purchase
  const { label, tone } = describePayment(purchase)
  const receipt = `/receipts/${id}` as const
  const main = batchId
    ? (`/batches/${batchId}` as const)
    : creationId
      ? (`/creations/${creationId}` as const)
      : receipt
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 py-4 sm:grid-cols-[auto_1fr_auto]">
      <Link
        to={main}
        aria-hidden
        tabIndex={-1}
        className="size-16 overflow-hidden rounded-md bg-sunken"
      >
        {media ? <Picture media={media} alt="" sizes="4rem" fit="whole" /> : <Emblem seed={id} />}
      </Link>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={main} className="min-w-0 font-medium break-words hover:underline">
            {name}
          </Link>
          <Badge tone={tone}>{label}</Badge>
        </h3>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          {formatCents(purchase.amount)} · {formatLocalDate(whenOf(purchase))}
          {rows
            ? ` · batch of ${rows} ${rows === 1 ? 'row' : 'rows'}`
            : purchase.file_count && ` · ${purchase.file_count} files`}
        </p>
        {label !== 'Paid' && <p className="mt-1.5 max-w-prose text-sm">{purchase.next}</p>}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1 sm:justify-end">
        {state === 'authorized' && !batchId && (
          <LinkButton
            to={`/workflows/${purchase.workflow_id}/${rows ? 'batch' : 'remix'}`}
            size="sm"
            aria-label={`Continue with ${name}`}
          >
            Continue
          </LinkButton>
        )}
        {state === 'delivered' && creationId && (
          <LinkButton to={`/creations/${creationId}`} size="sm" aria-label={`Decide on ${name}`}>
            See the proof
          </LinkButton>
        )}
        {mayComplain(purchase) && (
          <LinkButton
            to={receipt}
            kind="ghost"
            size="sm"
            className="max-sm:-ml-3.5"
            aria-label={`Something is wrong with ${name}`}
          >
            Something is wrong
          </LinkButton>
        )}
        <LinkButton to={receipt} kind="secondary" size="sm" aria-label={`Receipt for ${name}`}>
          Receipt
        </LinkButton>
      </div>
    </li>
  )
}

const whenOf = ({ captured_at, ended_at, created_at }: Purchase) =>
  captured_at ?? ended_at ?? created_at

/** The receipt has the button, and shows how a complaint goes on. */
function mayComplain({ state, captured_at: at, amount, refunded, disputed }: Purchase): boolean {
  if (state !== 'captured' || !at || disputed > 0 || refunded >= amount) return false
  return Date.now() < Date.parse(at) + CASE.days * 86_400_000
}

export function PurchasesSkeleton() {
  return (
    <div role="status" aria-label="Loading purchases" className="flex flex-col gap-4">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-24 w-full rounded-lg" />
      ))}
    </div>
  )
}
