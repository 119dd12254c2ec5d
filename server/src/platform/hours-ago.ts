import type { Platform } from './platform.ts'

/** The moment before which a limit in hours has run out. */
export function hoursAgo({ clock }: Pick<Platform, 'clock'>, hours: number): Date {
  return new Date(clock.now().getTime() - hours * 3_600_000)
}
