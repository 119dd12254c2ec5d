import { nameOf } from './bars.ts'
import { ChartFrame, ChartKey, CHART_GAP as GAP, CHART_HEIGHT as HEIGHT } from './chart-frame.tsx'

/** How the runs of a day or month went; null where too few people ran anything. */
export interface Measured {
  /** `2026-11-23`, or `2026-11`. */
  name: string
  /** Whether any run ended. */
  ended: boolean
  delivered_percent: number | null
  p95: number | null
}

/** The share of runs that delivered as bars, and the time of 95 of 100 as a mark over each. */
export function HealthChart({ places }: { places: readonly Measured[] }) {
  const slowest = Math.max(0, ...places.map(({ p95 }) => p95 ?? 0))
  return (
    <ChartFrame
      small
      label={describeHealth(places)}
      names={places.map(nameOf)}
      top={slowest > 0 ? `100%, ${slowest.toLocaleString('en-US')} s` : '100%'}
      legend={
        <>
          <ChartKey className="size-3 rounded-xs bg-accent">Delivered</ChartKey>
          <ChartKey className="w-5 border-t-2 border-ink">Time of 95 of 100</ChartKey>
        </>
      }
    >
      {places.map((place, at) => {
        if (place.delivered_percent === null) return null
        const height = (place.delivered_percent / 100) * HEIGHT
        return (
          <rect
            key={place.name}
            x={at + GAP}
            width={1 - 2 * GAP}
            y={HEIGHT - height}
            height={height}
            className="fill-accent"
          >
            <title>{`${nameOf(place)}: ${place.delivered_percent}% delivered`}</title>
          </rect>
        )
      })}
      {places.map(({ name, p95 }, at) => {
        if (p95 === null) return null
        const y = HEIGHT - (p95 / (slowest || 1)) * HEIGHT
        return (
          <line
            key={name}
            x1={at + GAP / 4}
            x2={at + 1 - GAP / 4}
            y1={y}
            y2={y}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            className="stroke-ink"
          />
        )
      })}
    </ChartFrame>
  )
}

/** The chart in a sentence; the table has every figure. */
function describeHealth(places: readonly Measured[]): string {
  const told = places.filter(({ delivered_percent }) => delivered_percent !== null)
  const worst = told.toSorted((a, b) => (a.delivered_percent ?? 0) - (b.delivered_percent ?? 0))[0]
  const first = places[0]
  const last = places.at(-1)
  if (!worst || !first || !last) return 'Too few remixes to tell how they went'
  const span = `How remixes went from ${nameOf(first)} to ${nameOf(last)}`
  return `${span}: fewest delivered on ${nameOf(worst)}, ${worst.delivered_percent}%`
}
