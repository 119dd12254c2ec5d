import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'

export const countOf = (count: number) => count.toLocaleString('en-US')

/** A number of people; for a few, only that they are fewer than five. */
export function describePeople(people: number | null): string {
  return people === null ? `Fewer than ${FEW_PEOPLE}` : countOf(people)
}

/**
 * Which share of the people did something, in percent; a dash where the number of people is unknown
 * or hidden.
 */
export function percentOf(part: number, whole: number | null): string {
  if (!whole) return '–'
  const percent = (100 * part) / whole
  return percent > 0 && percent < 10 ? `${percent.toFixed(1)}%` : `${Math.round(percent)}%`
}
