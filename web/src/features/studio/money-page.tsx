import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { ReactNode } from 'react'
import { apiPages } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { Figures } from '../../ui/figures.tsx'
import { LoadMore, QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountPanel } from './components/account-panel.tsx'
import { AdjustmentList } from './components/adjustment-list.tsx'
import { MinimumForm } from './components/minimum-form.tsx'
import { PaperNamePanel } from './components/paper-name-form.tsx'
import { PayoutList } from './components/payout-list.tsx'
import { StatementList } from './components/statement-list.tsx'
import { StudioRoom } from './components/studio-room.tsx'
import { UnpaidLines } from './components/unpaid-lines.tsx'

export function MoneyPage() {
  return (
    <StudioRoom title="Your money">
      <Money />
    </StudioRoom>
  )
}

function Money() {
  const query = useInfiniteQuery(apiPages('getPayouts', {}))
  return (
    <QueryState query={query} failed="Failed to load your money" loading={<MoneySkeleton />}>
      {({ pages: [first, ...rest] }) =>
        first && (
          <Balance {...first} payouts={[first, ...rest].flatMap((page) => page.payouts)}>
            <LoadMore query={query}>Show earlier payouts</LoadMore>
          </Balance>
        )
      }
    </QueryState>
  )
}

/** `children`: the way to earlier payouts. */
function Balance({ children, ...data }: Answer<'getPayouts'> & { children: ReactNode }) {
  return (
    <>
      {data.test_mode && (
        <p role="note" className="mb-8 rounded-lg border border-line bg-surface p-4 text-sm">
          This is test money: no buyer was charged, and no bank gets anything.
        </p>
      )}
      <Figures
        figures={[
          {
            label: 'To be paid',
            value: formatCents(data.unpaid),
            hint: 'Each cent has its reason below',
          },
          {
            label: 'Paid out',
            value: formatCents(data.paid),
            hint: 'Arrived at your bank',
          },
        ]}
      />
      <div className="mt-12 grid grid-cols-1 gap-12 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-12">
          <UnpaidLines lines={data.lines} />
          <AdjustmentList adjustments={data.adjustments} />
          <FreeRuns {...data.free_runs} />
          <PayoutList payouts={data.payouts}>{children}</PayoutList>
          <StatementList />
        </div>
        <div className="flex min-w-0 flex-col gap-12">
          <AccountPanel />
          <Calendar runs={data.next_runs} minimum={data.minimum} />
          <PaperNamePanel />
        </div>
      </div>
    </>
  )
}

/** What the creator's codes gave away. */
function FreeRuns({ runs, taken }: { runs: number; taken: number }) {
  if (runs === 0) return null
  return (
    <section aria-labelledby="free-runs">
      <h2 id="free-runs" className="text-xl font-semibold">
        Free remixes by your codes
      </h2>
      <p className="mt-2 flex items-baseline justify-between gap-4">
        <span>
          What {runs === 1 ? '1 free remix' : `${runs} free remixes`} cost to make came out of your
          balance
        </span>
        <span className="shrink-0 font-medium tabular-nums">{formatCents(-taken)}</span>
      </p>
    </section>
  )
}

function Calendar({ runs, minimum }: { runs: string[]; minimum: number }) {
  return (
    <section aria-labelledby="next-payouts">
      <h2 id="next-payouts" className="text-xl font-semibold">
        Next payouts
      </h2>
      <ol className="mt-4 flex flex-col gap-1 tabular-nums">
        {runs.map((run) => (
          <li key={run}>{formatLongDate(run)}</li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-muted">
        Fridays at 06:00 UTC, from {formatCents(minimum)} of what has cleared: the oldest sales
        first, after anything that is owed back.
      </p>
      <MinimumForm key={minimum} minimum={minimum} />
    </section>
  )
}

function MoneySkeleton() {
  return (
    <>
      <Skeleton className="h-28 w-full rounded-lg" />
      <Skeleton className="mt-12 h-72 w-full rounded-lg" />
    </>
  )
}
