import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { createCrowd, type Person } from '../visits/index.ts'

/** Clicks that this process has counted but not written yet; the key is the referrer's id and the day. */
const waitingPart = defineProcessPart(() => new Map<string, number>())
/** The people who opened fans' links on one day. */
const crowdPart = defineProcessPart(() => ({ day: '', crowd: createCrowd() }))

/** Counts a person once a day and link, and of one network no more people than a recipe's page counts. */
export function countClick(ctx: Ctx, referrerId: string, person: Person): void {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  const known = ctx.process.of(crowdPart)
  if (known.day !== day) Object.assign(known, { day, crowd: createCrowd() })
  const met = known.crowd.meet(referrerId, person, now)
  if (!met || met.before !== undefined) return
  const waiting = ctx.process.of(waitingPart)
  const key = `${referrerId} ${day}`
  waiting.set(key, (waiting.get(key) ?? 0) + 1)
}

/**
 * Writes the counted clicks, except those of a deleted account; after a failure the clicks are kept
 * until the next time.
 */
export async function writeClicks(ctx: Ctx): Promise<void> {
  const waiting = ctx.process.of(waitingPart)
  if (waiting.size === 0) return
  // Sorted, so that two processes lock the rows in the same order.
  const taken = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1))
  waiting.clear()
  const [ids, days] = [0, 1].map((part) => taken.map(([key]) => key.split(' ')[part]))
  const clicks = taken.map(([, count]) => count)
  try {
    await ctx.db.execute(sql`
      insert into referral_days (referrer_id, day, clicks)
      select counted.id, counted.day, counted.clicks
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(days)}::date[], ${sql.param(clicks)}::int[])
        as counted(id, day, clicks)
      join principals on principals.id = counted.id and principals.deleted_at is null
      on conflict (referrer_id, day)
        do update set clicks = referral_days.clicks + excluded.clicks`)
  } catch (error) {
    for (const [key, count] of taken) waiting.set(key, (waiting.get(key) ?? 0) + count)
    throw error
  }
}
