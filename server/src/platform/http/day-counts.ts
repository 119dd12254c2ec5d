import { createHmac } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { defineTask } from '../queue/define-task.ts'
import { newestOf, type Secret } from '../secrets.ts'
import { utcDayOf } from '../time.ts'
import type { HttpCaller } from './call-ctx.ts'
import { networkOf, widerNetworkOf } from './network.ts'
import { dayCounts } from './tables.ts'

type Counting = Pick<Platform, 'db' | 'clock'>

/** What one scope may take in a day (UTC). */
export interface DayScope {
  name: string
  most: number
}

/** One customer of a provider may have a whole IPv6 /48, and a few homes share an IPv4 /24. */
const WIDER = 10

/**
 * The scopes of the caller's network and of the wider one, which may take ten times as much. Keyed
 * hashes, so that no reader without our secret can find the address by trying all addresses.
 */
export function networkScopes(
  { config, caller }: { config: { secret: Secret }; caller: HttpCaller },
  what: string,
  most: number,
): [network: DayScope & { hash: string }, wider: DayScope] {
  const hashOf = (network: string) =>
    createHmac('sha256', newestOf(config.secret))
      .update(`day count of ${network}`)
      .digest('base64url')
      .slice(0, 22)
  const hash = hashOf(networkOf(caller.address))
  const wider = hashOf(widerNetworkOf(caller.address))
  return [
    { hash, name: `${what} network ${hash}`, most },
    { name: `${what} network ${wider}`, most: most * WIDER },
  ]
}

/**
 * Adds to each scope's count of today and answers the first that is then over its limit. Locks the
 * scopes until the commit, in one order to avoid deadlocks.
 */
export async function countToday<S extends DayScope>(
  tx: Counting,
  scopes: readonly S[],
  amount: number,
): Promise<S | undefined> {
  const day = dayOf(tx)
  const names = [...new Set(scopes.map(({ name }) => name))].toSorted()
  const rows = await tx.db
    .insert(dayCounts)
    .values(names.map((scope) => ({ scope, day, amount })))
    .onConflictDoUpdate({
      target: dayCounts.scope,
      set: {
        // Machines' clocks may differ at midnight, so a day that has begun stays.
        amount: sql`excluded.amount + case when ${dayCounts.day} >= excluded.day then ${dayCounts.amount} else 0 end`,
        day: sql`greatest(${dayCounts.day}, excluded.day)`,
      },
    })
    .returning()
  const used = new Map(rows.map((row) => [row.scope, row.amount]))
  return scopes.find(({ name, most }) => (used.get(name) ?? 0) > most)
}

/** Whether a scope has nothing left of today, without a lock. */
export async function isUsedUp(ctx: Counting, scopes: readonly DayScope[]): Promise<boolean> {
  const names = scopes.map(({ name }) => name)
  const rows = await ctx.db.select().from(dayCounts).where(inArray(dayCounts.scope, names))
  const used = new Map(rows.filter(({ day }) => day >= dayOf(ctx)).map((r) => [r.scope, r.amount]))
  return scopes.some(({ name, most }) => (used.get(name) ?? 0) >= most)
}

/** When counts start again, in words and for `Retry-After`. */
export function describeNextDay({ clock }: Pick<Platform, 'clock'>): {
  words: string
  retryAfterSeconds: number
} {
  const { secondsLeft } = utcDayOf(clock.now())
  const minutes = Math.ceil(secondsLeft / 60)
  const time = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return { words: `They go on at 00:00 UTC, in ${time}.`, retryAfterSeconds: secondsLeft }
}

function dayOf({ clock }: Pick<Platform, 'clock'>): string {
  return clock.now().toISOString().slice(0, 10)
}

export const sweepDayCounts = defineTask({
  name: 'http.sweep-day-counts',
  retryLimit: 2,
  cron: '11 * * * *',
  run: runSweepDayCounts,
})

/** Deletes the counts of past days, and with them what the networks' hashes were kept for. */
async function runSweepDayCounts(ctx: Counting): Promise<void> {
  await ctx.db.delete(dayCounts).where(lt(dayCounts.day, dayOf(ctx)))
}
