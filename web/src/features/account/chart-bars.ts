export interface DayEarned {
  day: string
  earned: number
  sales: number
}

export interface Bar extends DayEarned {
  x: number
  y: number
  width: number
  height: number
}

interface ChartSize {
  width: number
  height: number
  gap: number
}

/** One bar a day; a day with any earnings has a visible bar, a day with a loss has none. */
export function layBars(days: readonly DayEarned[], size: ChartSize): Bar[] {
  const top = Math.max(1, ...days.map((day) => day.earned))
  const width = Math.max(1, (size.width - size.gap * (days.length - 1)) / Math.max(1, days.length))
  return days.map((day, i) => {
    const height = day.earned <= 0 ? 0 : Math.max(2, (day.earned / top) * size.height)
    return { ...day, x: i * (width + size.gap), y: size.height - height, width, height }
  })
}

/** The chart in one sentence, for screen readers. */
export function describeDays(
  days: readonly DayEarned[],
  format: (cents: number) => string,
): string {
  const total = days.reduce((sum, day) => sum + day.earned, 0)
  const sales = days.reduce((sum, day) => sum + day.sales, 0)
  const best = days.reduce<DayEarned | undefined>(
    (most, day) => (day.earned > (most?.earned ?? 0) ? day : most),
    undefined,
  )
  const unit = days.length === 1 ? 'day' : 'days'
  const span = `${days.length} ${unit}: ${format(total)} from ${sales} ${sales === 1 ? 'sale' : 'sales'}`
  return best ? `${span}. Best day ${best.day} with ${format(best.earned)}.` : `${span}.`
}
