import { and, asc, eq, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { runSendLetter } from './send-letter.ts'
import { letters } from './tables.ts'

const AT_ONCE = 200

export const sweepLetters = defineTask({
  name: 'notices.sweep-letters',
  retryLimit: 0,
  cron: '* * * * *',
  run: runSweepLetters,
})

/** How long the recipient of an ended letter is kept, for questions about what went out. */
const ADDRESS_HOURS = 7 * 24

/** Sends what is due: letters that did not go out, and letters whose sender died. */
export async function runSweepLetters(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: letters.id })
    .from(letters)
    .where(
      or(
        and(eq(letters.state, 'queued'), lte(letters.nextAt, ctx.clock.now())),
        and(eq(letters.state, 'sending'), lt(letters.leasedUntil, sql`now()`)),
      ),
    )
    .orderBy(asc(letters.nextAt))
    .limit(AT_ONCE)
  for (const { id } of due) {
    // Where the mail server does not answer, the remaining letters wait for the next sweep.
    if ((await runSendLetter(ctx, { letterId: id })) === 'away') break
  }
  await ctx.db
    .update(letters)
    .set({ address: null })
    .where(and(isNotNull(letters.address), lt(letters.endedAt, hoursAgo(ctx, ADDRESS_HOURS))))
}
