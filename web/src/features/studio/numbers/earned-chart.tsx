import { formatCents } from '@vignette/contract/money.ts'
import { type Bar, nameOf } from './bars.ts'
import { ChartFrame, ChartKey, CHART_GAP as GAP, CHART_HEIGHT as HEIGHT } from './chart-frame.tsx'

/** What was earned as bars, over the visitors as light bars; the period before as a line. */
export function EarnedChart({ bars }: { bars: readonly Bar[] }) {
  const values = bars.flatMap(({ earned, before }) => [earned, before ?? 0])
  const top = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  const span = top - low || 1
  const y = (cents: number) => ((top - cents) / span) * HEIGHT
  const people = Math.max(1, ...bars.map(({ visitors }) => visitors ?? 0))
  const before = bars.flatMap(({ before }, at) =>
    before === null ? [] : [`${at + 0.5},${y(before).toFixed(2)}`],
  )
  return (
    <ChartFrame
      label={describeBars(bars)}
      names={bars.map(nameOf)}
      top={top > 0 ? formatCents(top) : null}
      legend={
        <>
          <ChartKey className="size-3 rounded-xs bg-accent">Earned</ChartKey>
          <ChartKey className="size-3 rounded-xs bg-sunken ring-1 ring-line">Visitors</ChartKey>
          {before.length > 1 && (
            <ChartKey className="w-5 border-t-2 border-dashed border-muted">
              Earned in the period before
            </ChartKey>
          )}
        </>
      }
    >
      {bars.map(({ name, visitors }, at) => {
        const height = ((visitors ?? 0) / people) * HEIGHT
        return (
          <rect
            key={name}
            x={at + GAP / 4}
            width={1 - GAP / 2}
            y={HEIGHT - height}
            height={height}
            className="fill-sunken"
          />
        )
      })}
      {bars.map((bar, at) => (
        <rect
          key={bar.name}
          x={at + GAP}
          width={1 - 2 * GAP}
          y={y(Math.max(0, bar.earned))}
          height={(Math.abs(bar.earned) / span) * HEIGHT}
          className={bar.earned < 0 ? 'fill-danger' : 'fill-accent'}
        >
          <title>{`${nameOf(bar)}: ${formatCents(bar.earned)}`}</title>
        </rect>
      ))}
      {low < 0 && (
        <line
          x1={0}
          x2={bars.length}
          y1={y(0)}
          y2={y(0)}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
      {before.length > 1 && (
        <polyline
          points={before.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
          className="text-muted"
        />
      )}
    </ChartFrame>
  )
}

/** The chart in a sentence; the table has every figure. */
export function describeBars(bars: readonly Bar[]): string {
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last) return 'Nothing was earned yet'
  const sum = bars.reduce((total, { earned }) => total + earned, 0)
  const best = bars.reduce((most, bar) => (bar.earned > most.earned ? bar : most), first)
  const peak = best.earned > 0 ? `, most on ${nameOf(best)} with ${formatCents(best.earned)}` : ''
  return `Earned from ${nameOf(first)} to ${nameOf(last)}: ${formatCents(sum)}${peak}`
}
