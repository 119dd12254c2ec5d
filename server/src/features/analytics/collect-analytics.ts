import type { AnalyticsBatch } from '@vignette/contract/collectors.ts'
import { EVENT_NAMES } from '@vignette/contract/event-names.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { hasDiskRoom } from '../../platform/storage/disk-room.ts'
import { analyticsDays, analyticsEvents } from './tables.ts'

const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES)
/** A row's columns and index entries besides the event's text: measured, rounded up. */
const ROW_BYTES = 250

/**
 * Stores the events whose names the product knows. A batch sent twice (a beacon and its retry) is
 * stored once, by the events' own ids. A batch beyond the day's budget is dropped, as is every
 * batch while the disk is nearly full.
 */
export async function collectAnalytics(ctx: Ctx, { batch }: AnalyticsBatch): Promise<void> {
  const now = ctx.clock.now()
  const events = batch.filter(({ event }) => KNOWN.has(event))
  if (events.length === 0 || !(await hasDiskRoom(ctx.config))) return
  if (!(await reserveBytes(ctx, events))) return
  await ctx.db
    .insert(analyticsEvents)
    .values(
      events.map((event) => {
        const at = new Date(event.timestamp)
        return {
          id: UUID_PATTERN.test(event.uuid) ? event.uuid : newId(),
          event: event.event,
          distinctId: event.distinct_id,
          properties: event.properties,
          at: isPlausible(at, now) ? at : now,
          receivedAt: now,
        }
      }),
    )
    .onConflictDoNothing()
}

/** Takes the events' size from the day's budget in one statement; false where the budget is spent. */
async function reserveBytes(ctx: Ctx, events: AnalyticsBatch['batch']): Promise<boolean> {
  const bytes = events.reduce(
    (sum, event) => sum + ROW_BYTES + Buffer.byteLength(JSON.stringify(event)),
    0,
  )
  const budget = ctx.config.ANALYTICS_DAILY_MB * MEGABYTE
  if (bytes > budget) return false
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const taken = await ctx.db
    .insert(analyticsDays)
    .values({ day, bytes })
    .onConflictDoUpdate({
      target: analyticsDays.day,
      set: { bytes: sql`${analyticsDays.bytes} + ${bytes}` },
      setWhere: sql`${analyticsDays.bytes} + ${bytes} <= ${budget}`,
    })
    .returning({ day: analyticsDays.day })
  return taken.length > 0
}

const DAY_MS = 86_400_000

/** A device's clock may be wrong; a time more than a week off, or an invalid date, is dropped. */
function isPlausible(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) < 7 * DAY_MS
}
