import { describeSource } from '@vignette/contract/describe-source.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { NumberRange } from '@vignette/contract/number-limits.ts'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download } from '../../../ui/icons.tsx'
import { type Numbers, type WorkflowNumbers } from '../api.ts'
import { After } from './after.tsx'
import { barsOf, nameOf } from './bars.ts'
import { countOf, describePeople, percentOf } from './describe-people.ts'
import { EarnedChart } from './earned-chart.tsx'
import { Funnel } from './funnel.tsx'
import { Health } from './health.tsx'
import { NumberTable } from './number-table.tsx'
import { RangeChoice } from './range-choice.tsx'
import { writeNumbersCsv } from './write-numbers-csv.ts'

/** Whether anything at all happened. */
export function isEmpty({ total }: Pick<Numbers, 'total'>): boolean {
  const { visitors, runs, sales, earned, checkouts } = total
  return visitors === 0 && runs + sales + checkouts === 0 && earned === 0
}

export function NumbersView({
  numbers,
  range,
  onRange,
  nothing,
  leaving,
  children,
}: {
  numbers: Numbers
  range: NumberRange
  onRange: (range: NumberRange) => void
  /** Shown in place of the chart where nothing happened. */
  nothing: ReactNode
  /** The step of the form that most left at, of one recipe. */
  leaving?: WorkflowNumbers['leaving']
  /** The parts that only one of the two screens shows. */
  children: ReactNode
}) {
  const empty = isEmpty(numbers)
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-6">
        <RangeChoice range={range} onChange={onRange} />
        {numbers.test_mode && (
          <p role="note" className="rounded-lg border border-line bg-surface p-4 text-sm">
            This is test money: no buyer was charged.
          </p>
        )}
        {empty ? nothing : <Earned numbers={numbers} />}
      </div>
      {!empty && (
        <>
          <Funnel total={numbers.total} form={numbers.form} leaving={leaving ?? null} />
          <Sources sources={numbers.sources} />
          <Health numbers={numbers} />
          <After after={numbers.after} shares={numbers.shares} />
          {children}
        </>
      )}
      <p className="text-sm text-muted">
        Days are days of UTC. Programs, tests and your own visits are not counted. A refund lowers
        the day on which it was made.
      </p>
    </div>
  )
}

function Earned({ numbers }: { numbers: Numbers }) {
  const { plain } = useShop()
  const [asTable, setAsTable] = useState(false)
  const { total, before, from, to } = numbers
  const bars = barsOf(numbers)
  const monthly = (bars[0]?.name.length ?? 0) < 10
  const save = () =>
    saveFile(
      new File([writeNumbersCsv(bars, numbers.health)], `${plain}-numbers-${from}-${to}.csv`, {
        type: 'text/csv',
      }),
    )
  return (
    <section aria-labelledby="earned" className="flex flex-col gap-6">
      <h2 id="earned" className="sr-only">
        Earned
      </h2>
      <Figures
        figures={[
          {
            label: 'Earned',
            value: formatCents(total.earned),
            hint: before ? compare(total.earned, before.earned) : 'Your share, after refunds',
          },
          {
            label: 'Visitors',
            value: describePeople(total.visitors),
            hint:
              before && total.visitors !== null && before.visitors !== null
                ? compare(total.visitors, before.visitors)
                : 'Each person once a day',
          },
          total.sales > 0
            ? {
                label: 'Sales',
                value: countOf(total.sales),
                hint: total.visitors
                  ? `${percentOf(total.sales, total.visitors)} of the visitors`
                  : `${formatCents(total.paid)} paid by buyers`,
              }
            : {
                label: 'Remixes',
                value: countOf(total.runs),
                hint: `${countOf(total.delivered)} delivered`,
              },
        ]}
      />
      {total.free_runs > 0 && (
        <p className="text-sm text-muted">
          Free remixes by your codes took {formatCents(total.free_runs)} from your balance in this
          time; what you earned is told without it.
        </p>
      )}
      {asTable ? (
        <NumberTable
          label={`Figures of each ${monthly ? 'month' : 'day'}`}
          columns={[
            { name: monthly ? 'Month' : 'Day', text: true },
            { name: 'Visitors' },
            { name: 'Remixes' },
            { name: 'Sales' },
            { name: 'Earned' },
          ]}
          rows={bars.toReversed().map((bar) => ({
            key: bar.name,
            cells: [
              nameOf(bar),
              describePeople(bar.visitors),
              countOf(bar.runs),
              countOf(bar.sales),
              formatCents(bar.earned),
            ],
          }))}
        />
      ) : (
        <EarnedChart bars={bars} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
        <Button kind="secondary" onClick={save}>
          <Icon of={Download} size={16} />
          Save as CSV
        </Button>
      </div>
    </section>
  )
}

/** How a figure stands against the time before, as a phrase. */
export function compare(now: number, before: number): string {
  if (before <= 0) return now > 0 ? 'Nothing in the period before' : 'Same as the period before'
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'As much as in the period before'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}% on the period before`
}

function Sources({ sources }: { sources: Numbers['sources'] }) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="text-xl font-semibold">
        Where they came from
      </h2>
      <div className="mt-3">
        <NumberTable
          label="Where they came from, as a table"
          columns={[
            { name: 'Source', text: true },
            { name: 'Visitors' },
            { name: 'Sales' },
            { name: 'Earned' },
            { name: 'Of visitors' },
            { name: 'Remixes' },
          ]}
          rows={sources.map(({ source, visitors, runs, sales, earned }) => ({
            key: source,
            cells: [
              describeSource(source),
              describePeople(visitors),
              countOf(sales),
              formatCents(earned),
              percentOf(sales, visitors),
              countOf(runs),
            ],
          }))}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        A visitor counts for the last link or site by which they came within 30 days, else for the
        page of this shop that they came from. Make links of your own under a recipe’s Share, or add{' '}
        <code className="whitespace-nowrap">?via=bio-nov</code> to its address.
      </p>
    </section>
  )
}
