import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'

const DAY_MS = 86_400_000

/** `2026-11-23` a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days the second day is after the first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The later of two days, as far as there are any. */
export function later(...days: (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
}

/** The number of people; null for a few, so that the creator cannot guess who they are. */
export function hideFew(people: number): number | null {
  return people > 0 && people < FEW_PEOPLE ? null : people
}
