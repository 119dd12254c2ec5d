import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { disputesQuery } from '../api.ts'
import { DisputeItem } from './dispute-item.tsx'
import { WarningList } from './warning-list.tsx'

/** The creator's disputes and warnings of fraud. */
export function Disputes() {
  const query = useInfiniteQuery(disputesQuery)
  const warnings = query.data?.pages[0]?.warnings ?? []
  return (
    <div className="flex flex-col gap-10">
      {warnings.length > 0 && <WarningList warnings={warnings} />}
      <QueryPages
        query={query}
        rows={(page) => page.disputes}
        failed="Failed to load your disputes"
        loading={<Skeleton className="h-56 w-full rounded-lg" />}
        empty={
          warnings.length === 0 && (
            <EmptyState title="No disputes">
              When a buyer’s bank takes a payment back, it appears here with its reason and its
              date. We answer the bank; you can add a note.
            </EmptyState>
          )
        }
      >
        {(disputes) => (
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
          </section>
        )}
      </QueryPages>
    </div>
  )
}
