import { DAYS_SHOWN_MOST } from '@vignette/contract/number-limits.ts'
import type { Numbers } from '../api.ts'

/** One bar of the chart: a day, or a month where the days are many. */
export interface Bar {
  /** `2026-11-23`, or `2026-11`. */
  name: string
  earned: number
  /** What the same bar of the period before earned. */
  before: number | null
  visitors: number | null
  runs: number
  sales: number
}

/** The days of the numbers, or their months. */
export function barsOf({ days, before_days }: Pick<Numbers, 'days' | 'before_days'>): Bar[] {
  if (days.length <= DAYS_SHOWN_MOST) {
    return days.map(({ day, ...figures }, at) => ({
      name: day,
      before: before_days[at] ?? null,
      ...figures,
    }))
  }
  const months = new Map<string, Bar>()
  for (const [at, { day, earned, visitors, runs, sales }] of days.entries()) {
    const name = day.slice(0, 7)
    const month = months.get(name) ?? {
      name,
      earned: 0,
      before: null,
      visitors: 0,
      runs: 0,
      sales: 0,
    }
    const before = before_days[at]
    months.set(name, {
      name,
      earned: month.earned + earned,
      before: before === undefined ? month.before : (month.before ?? 0) + before,
      // A day with fewer than five people has no number, so the month's sum leaves these people out.
      visitors: (month.visitors ?? 0) + (visitors ?? 0),
      runs: month.runs + runs,
      sales: month.sales + sales,
    })
  }
  return [...months.values()]
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

export function nameOf({ name }: Pick<Bar, 'name'>): string {
  return name.length > 7 ? day.format(new Date(name)) : month.format(new Date(`${name}-01`))
}
