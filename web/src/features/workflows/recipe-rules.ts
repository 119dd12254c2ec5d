import { NEW_BADGE_DAYS } from '@vignette/contract/limits.ts'

const DAY = 86_400_000

export function isNew(createdAt: string, now: number): boolean {
  const age = now - Date.parse(createdAt)
  return age >= 0 && age <= NEW_BADGE_DAYS * DAY
}

export function formatOutputType(type: string | null | undefined): string {
  return type ? type.toUpperCase() : 'UNKNOWN'
}

/** Input types may be stored as step types; people read the plain word. */
export function formatInputType(type: string): string {
  return type.replace(/_input$/, '').toUpperCase()
}

export function formatTimes(count: number): string {
  if (count === 0) return 'Not yet'
  return count === 1 ? 'Once' : `${count.toLocaleString('en-US')} times`
}
