const DAY_MS = 86_400_000

/** `2026-11-23` a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
