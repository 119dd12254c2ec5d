import type { Platform } from './platform.ts'

/** The moment this many hours ago. */
export function hoursAgo({ clock }: Pick<Platform, 'clock'>, hours: number): Date {
  return new Date(clock.now().getTime() - hours * 3_600_000)
}
