import type { AnalyticsBatch } from '@vignette/contract/collectors.ts'
import { EVENT_NAMES } from '@vignette/contract/event-names.ts'
import { ANALYTICS_DAYS, UUID_PATTERN } from '@vignette/contract/limits.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hasDiskRoom } from '../../platform/storage/disk-room.ts'
import { hoursAgo } from '../../platform/time.ts'
import { analyticsDays, analyticsEvents } from '../../schema/visits.ts'
import { workflows } from '../../schema/workflows.ts'
import { isProgram } from './visit.ts'

const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES)
/** A row's columns and index entries besides the event's text: measured, rounded up. */
const ROW_BYTES = 250

type Batch = AnalyticsBatch['batch']

/**
 * Stores the events whose names the product knows. A batch sent twice (a beacon and its retry) is
 * stored once, by the events' own ids. A batch beyond the day's budget is dropped, as is every
 * batch while the disk is nearly full. Events of programs, and of creators at their own recipes, are
 * marked, since creators’ numbers leave them out.
 */
export async function collectAnalytics(
  ctx: Ctx,
  { batch, userAgent }: AnalyticsBatch & { userAgent?: string | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const events = batch.filter(({ event }) => KNOWN.has(event))
  if (events.length === 0 || !(await hasDiskRoom(ctx.config))) return
  if (!(await reserveBytes(ctx, events))) return
  const own = isProgram(userAgent) ? undefined : await findOwn(ctx, events)
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
          counts: own !== undefined && !own.has(event.properties['workflow_id']),
        }
      }),
    )
    .onConflictDoNothing()
}

/** The recipes of the caller that the events name. */
async function findOwn(ctx: Ctx, events: Batch): Promise<ReadonlySet<unknown>> {
  const { principal } = ctx.caller
  const named = events.flatMap(({ properties: { workflow_id: id } }) =>
    typeof id === 'string' && UUID_PATTERN.test(id) ? [id] : [],
  )
  if (!principal || named.length === 0) return new Set()
  const own = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.ownerId, principal.id), inArray(workflows.id, [...new Set(named)])))
  return new Set(own.map(({ id }) => id))
}

/** Takes the events' size from the day's budget in one statement; false where the budget is spent. */
async function reserveBytes(ctx: Ctx, events: Batch): Promise<boolean> {
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

export const sweepEvents = defineTask({
  name: 'analytics.sweep',
  retryLimit: 2,
  cron: '53 4 * * *',
  run: runSweepEvents,
})

/** The time on the privacy page: enough to compare a month with the same month of the year before. */
async function runSweepEvents(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, ANALYTICS_DAYS * 24)
  await ctx.db.delete(analyticsEvents).where(lt(analyticsEvents.receivedAt, before))
  await ctx.db.delete(analyticsDays).where(lt(analyticsDays.day, before.toISOString().slice(0, 10)))
}
