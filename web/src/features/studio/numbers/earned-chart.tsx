import { formatCents } from '@vignette/contract/money.ts'
import { type Bar, nameOf } from './bars.ts'

const HEIGHT = 100
/** The part of a bar's place that stays empty. */
const GAP = 0.24

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
    <figure className="flex flex-col gap-2">
      <div className="relative h-52 border-b border-line">
        <svg
          role="img"
          aria-label={describeBars(bars)}
          viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
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
        </svg>
        {top > 0 && (
          <span className="absolute top-0 left-0 rounded-sm bg-ground/80 px-1 text-xs text-muted tabular-nums">
            {formatCents(top)}
          </span>
        )}
      </div>
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{bars[0] && nameOf(bars[0])}</span>
        <span>{bars.length > 1 && bars.at(-1) && nameOf(bars.at(-1) as Bar)}</span>
      </div>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Key className="bg-accent">Earned</Key>
        <Key className="bg-sunken ring-1 ring-line">Visitors</Key>
        {before.length > 1 && (
          <span className="flex items-center gap-2">
            <span className="w-5 border-t-2 border-dashed border-muted" aria-hidden="true" />
            Earned in the period before
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`size-3 rounded-xs ${className}`} aria-hidden="true" />
      {children}
    </span>
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
