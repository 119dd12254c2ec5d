import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { disputesQuery } from '../api.ts'
import { DisputeItem } from './dispute-item.tsx'
import { WarningList } from './warning-list.tsx'

/** The creator's disputes and warnings of fraud. */
export function Disputes() {
  const query = useInfiniteQuery(disputesQuery)
  const pages = query.data?.pages ?? []
  const disputes = pages.flatMap((page) => page.disputes)
  const warnings = pages[0]?.warnings ?? []
  if (query.isPending) return <Skeleton className="h-56 w-full rounded-lg" />
  if (query.isError && pages.length === 0) {
    return (
      <ErrorState
        error={query.error}
        title="Failed to load your disputes"
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  }
  if (disputes.length === 0 && warnings.length === 0) {
    return (
      <EmptyState title="No disputes">
        When a buyer’s bank takes a payment back, it appears here with its reason and its date. We
        answer the bank; you can add a note.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-10">
      {warnings.length > 0 && <WarningList warnings={warnings} />}
      {disputes.length > 0 && (
        <section aria-labelledby="disputes">
          <h2 id="disputes" className="text-xl font-semibold">
            All disputes
          </h2>
          <ul className="mt-4 flex flex-col gap-4">
            {disputes.map((dispute) => (
              <li key={dispute.id}>
                <DisputeItem dispute={dispute} />
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              kind="secondary"
              className="mt-5"
              busy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
