interface Earned {
  /** As 2026-11-23. */
  day: string
  earned: number
}

/** The first moment of the month before the day's own, in UTC. */
export function firstOfMonthBefore(day: string): Date {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1))
}

/** What the day's month has earned, and what the month before had earned by the same day of it. */
export function sumMonth(days: readonly Earned[], today: string) {
  const before = firstOfMonthBefore(today).toISOString().slice(0, 7)
  const sum = (some: (day: string) => boolean) =>
    days.reduce((total, { day, earned }) => total + (some(day) ? earned : 0), 0)
  return {
    earned: sum((day) => day.startsWith(today.slice(0, 7))),
    before: sum((day) => day.startsWith(before) && day.slice(8) <= today.slice(8)),
  }
}
