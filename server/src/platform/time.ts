import type { Platform } from './platform.ts'

/** The moment this many hours ago. */
export function hoursAgo({ clock }: Pick<Platform, 'clock'>, hours: number): Date {
  return new Date(clock.now().getTime() - hours * 3_600_000)
}

const DAY_MS = 86_400_000

/** When the day (UTC) of a moment began, and how long the day still lasts. */
export function utcDayOf(now: Date): { start: Date; secondsLeft: number } {
  const start = now.getTime() - (now.getTime() % DAY_MS)
  return {
    start: new Date(start),
    secondsLeft: Math.ceil((start + DAY_MS - now.getTime()) / 1000),
  }
}
