import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { apiPages } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countPayouts, STARTER_WORDS } from '../describe-payouts.ts'
import { formatMinute } from '../format-minute.ts'

export function RunsPanel() {
  const query = useInfiniteQuery(apiPages('listPayoutRuns', {}))
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className="text-xl font-semibold">
        Runs
      </h2>
      <QueryPages
        query={query}
        rows={(page) => page.runs}
        failed="Failed to load runs"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState level={3} title="No run yet">
            The first starts on a Friday at 06:00 UTC, or when you start one.
          </EmptyState>
        }
      >
        {(runs) => (
          <ul className="mt-4">
            {runs.map((run) => (
              <li
                key={run.id}
                className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
              >
                <Link
                  to={`/admin/payouts?tab=runs&run=${run.id}`}
                  className="font-medium underline underline-offset-4"
                >
                  {formatMinute(run.due_at)} UTC
                </Link>
                <span className="text-sm text-muted">{STARTER_WORDS[run.by]}</span>
                {run.ended_at === null && <Badge tone="warn">At work</Badge>}
                <span className="ml-auto tabular-nums">
                  <span className="text-sm text-muted">{countPayouts(run.payouts)} · </span>
                  {formatCents(run.total)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}
