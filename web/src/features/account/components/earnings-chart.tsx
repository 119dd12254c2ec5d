import { formatCents } from '@vignette/contract/money.ts'
import { formatShortDate } from '../../../lib/dates.ts'
import { type DayEarned, describeDays, layBars } from '../chart-bars.ts'

const SIZE = { width: 600, height: 120, gap: 4 }

/** One accent bar a day, and the same figures in a table for screen readers. */
export function EarningsChart({ days }: { days: readonly DayEarned[] }) {
  const named = days.map((day) => ({ ...day, day: formatShortDate(day.day) }))
  const first = named[0]?.day
  const last = named.at(-1)?.day
  return (
    <figure>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height + 2}`}
        role="img"
        aria-label={describeDays(named, formatCents)}
        preserveAspectRatio="none"
        className="h-32 w-full overflow-visible"
      >
        <rect x={0} y={SIZE.height} width={SIZE.width} height={1} className="fill-line-strong" />
        {layBars(named, SIZE).map((bar) => (
          <rect
            key={bar.day}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            rx={1.5}
            className="fill-accent"
          >
            <title>{`${bar.day}: ${formatCents(bar.earned)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="mt-2 flex justify-between text-xs text-muted">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
      <details className="mt-3 text-sm">
        <summary className="w-fit text-muted hover:text-ink">Show as a table</summary>
        <div className="mt-2 max-h-72 overflow-auto" tabIndex={0} role="region" aria-label="Days">
          <table className="w-full tabular-nums">
            <thead className="text-left text-muted">
              <tr>
                <th className="py-1 font-medium">Day</th>
                <th className="py-1 text-right font-medium">Sales</th>
                <th className="py-1 text-right font-medium">Earned</th>
              </tr>
            </thead>
            <tbody>
              {named.toReversed().map((day) => (
                <tr key={day.day} className="border-t border-line">
                  <td className="py-1">{day.day}</td>
                  <td className="py-1 text-right">{day.sales}</td>
                  <td className="py-1 text-right">{formatCents(day.earned)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
