import { formatDay } from './dates.ts'

/** How a number is asked for, where its creator declares it: a day is the number 20190614. */
export const NUMBER_LOOKS = ['date', 'slider'] as const
export type NumberLook = (typeof NUMBER_LOOKS)[number]

/** The first and the last day that a number of this form can name. */
export const DAYS = { first: 10101, last: 99991231 } as const

/** 20190614 as 2019-06-14, as a date field has it; undefined of a number that names no day. */
export function isoOfDay(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim().padStart(8, '0'))
  if (!parts || Number(text) < DAYS.first) return undefined
  const iso = parts.slice(1).join('-')
  const time = Date.parse(`${iso}T00:00:00Z`)
  // The 30th of February would be read as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined
}

/** 2019-06-14 as 20190614; undefined while the date is not complete. */
export function dayOfIso(iso: string): number | undefined {
  const digits = iso.replaceAll('-', '')
  return isoOfDay(digits) === iso ? Number(digits) : undefined
}

/** "June 14, 2019", or the number as it is where it names no day. */
export function formatNumberDay(value: string | number): string {
  const iso = isoOfDay(value)
  return iso ? formatDay(iso) : String(value)
}

/** The distance between two places of a slider: whole numbers between whole ends, else about a hundredth. */
export function stepBetween(min: number, max: number): number {
  const span = max - min
  if (Number.isInteger(min) && Number.isInteger(max) && span > 1) return 1
  return 10 ** Math.round(Math.log10(span / 100))
}
