import type { AnalyticsBatch } from '@vignette/contract/collectors.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { analyticsEvents } from './tables.ts'

/** A batch that is sent twice (a beacon and its retry) is kept once, by the events' own ids. */
export async function collectEvents(ctx: Ctx, { batch }: AnalyticsBatch): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insert(analyticsEvents)
    .values(
      batch.map((event) => {
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

const DAY_MS = 86_400_000

/** A device's clock may be off; what is off by more than a week tells nothing, or is no date at all. */
function isPlausible(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) < 7 * DAY_MS
}
