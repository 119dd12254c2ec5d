import { describeWeek } from './describe-workflow.ts'

const SIZE = { width: 96, height: 28 }
const EDGE = 2

/** The runs of the last seven days as a line. */
export function Sparkline({ days }: { days: readonly number[] }) {
  const top = Math.max(1, ...days)
  const step = (SIZE.width - 2 * EDGE) / Math.max(1, days.length - 1)
  const points = days.map((runs, day) => {
    const y = SIZE.height - EDGE - (runs / top) * (SIZE.height - 2 * EDGE)
    return `${(EDGE + day * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={describeWeek(days)}
      width={SIZE.width}
      height={SIZE.height}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      className={days.some((runs) => runs > 0) ? 'text-accent' : 'text-line-strong'}
    >
      <title>{describeWeek(days)}</title>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
