import type { ReactNode } from 'react'

export const CHART_HEIGHT = 100
/** The part of a bar's place that stays empty. */
export const CHART_GAP = 0.24

/** What is around a chart's bars: the figure of the top, the first and last day, and the key. */
export function ChartFrame({
  label,
  names,
  top,
  small,
  legend,
  children,
}: {
  /** The chart in a sentence. */
  label: string
  /** What each place along the chart is called. */
  names: readonly string[]
  top: string | null
  small?: boolean
  legend: ReactNode
  /** The drawing: a unit wide for each name, and `CHART_HEIGHT` high. */
  children: ReactNode
}) {
  return (
    <figure className="flex flex-col gap-2">
      {top !== null && <span className="text-xs text-muted tabular-nums">{top}</span>}
      <div className={`border-b border-line ${small ? 'h-32' : 'h-52'}`}>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${Math.max(1, names.length)} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
        >
          {children}
        </svg>
      </div>
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{names[0]}</span>
        <span>{names.length > 1 && names.at(-1)}</span>
      </div>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {legend}
      </figcaption>
    </figure>
  )
}

export function ChartKey({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className={className} aria-hidden="true" />
      {children}
    </span>
  )
}
