import type { Ctx } from '../../ctx.ts'

const DAY_MS = 86_400_000

/** The Monday (UTC) of this week. */
export function weekOf({ clock }: Pick<Ctx, 'clock'>): string {
  const now = clock.now()
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
