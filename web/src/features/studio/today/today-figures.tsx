import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Figures } from '../../../ui/figures.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nextPayoutQuery } from '../api.ts'
import { compareMonths } from './describe-month.ts'
import { describePayout } from './describe-payout.ts'

/** What this month has earned and what the next payout brings; without a connection, as last read. */
export function TodayFigures() {
  const earnings = useQuery(apiQuery('getEarnings', {}, { staleTime: 0 }))
  const money = useQuery(nextPayoutQuery)
  const error = earnings.error ?? money.error
  const refetch = () => Promise.all([earnings.refetch(), money.refetch()])
  const data = earnings.data && money.data && ([earnings.data, money.data] as const)
  return (
    <QueryState
      query={{ data, error, refetch }}
      failed="Your figures could not be loaded"
      loading={<Skeleton className="h-30 w-full rounded-lg" />}
    >
      {([earned, next]) => (
        <section aria-labelledby="figures" className="flex flex-col gap-4">
          <h2 id="figures" className="sr-only">
            Figures
          </h2>
          {earned.test_mode && (
            <p role="note" className="rounded-lg border border-line bg-surface p-4 text-sm">
              This is test money: no buyer was charged, and no bank gets anything.
            </p>
          )}
          <Figures
            figures={[
              {
                label: 'Earned this month',
                value: formatCents(earned.month.earned),
                hint: compareMonths(earned.month, new Date(earnings.dataUpdatedAt)),
              },
              { label: 'Next payout', ...describePayout(next) },
            ]}
          />
          {error ? (
            <p role="status" className="text-sm text-muted">
              {readReason(error, 'The figures could not be loaded.')} These are from{' '}
              {timeOf(Math.min(earnings.dataUpdatedAt, money.dataUpdatedAt))}.{' '}
              <button type="button" className="text-ink underline" onClick={() => void refetch()}>
                Try Again
              </button>
            </p>
          ) : (
            <p className="text-sm text-muted">Days and months begin at midnight UTC.</p>
          )}
        </section>
      )}
    </QueryState>
  )
}

const timeOf = (at: number) =>
  new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
