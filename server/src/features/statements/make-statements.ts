import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { listPaidSince } from '../payouts/index.ts'
import { makeMonthStatements } from './make-month-statements.ts'
import { makePayoutStatement } from './make-payout-statement.ts'
import { monthBefore, monthOf } from './rules.ts'
import { statements } from './tables.ts'

/** Every night at three, UTC: on the first of a month, the statements of the month before. */
export const makeStatementsTask = defineTask({
  name: 'statements.make',
  retryLimit: 5,
  cron: '0 3 * * *',
  run: (ctx: Ctx) => makeStatements(ctx),
})

export const payoutStatementTask = defineTask({
  name: 'statements.payout',
  data: z.object({ payoutId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { payoutId }) => makePayoutStatement(ctx, payoutId),
})

/** A task that was lost for this long is made up for. */
const LOOK_BACK_HOURS = 40 * 24

/** Makes what is missing, however often it is called. */
export async function makeStatements(ctx: Ctx): Promise<void> {
  for (const payoutId of await listUntold(ctx)) {
    await ctx.queue.send(ctx, payoutStatementTask, { payoutId })
  }
  await makeMonthStatements(ctx, monthBefore(monthOf(ctx.clock.now())))
}

async function listUntold(ctx: Ctx): Promise<string[]> {
  const paid = await listPaidSince(ctx, hoursAgo(ctx, LOOK_BACK_HOURS))
  const ids = paid.map(({ id }) => id)
  const made = await ctx.db
    .select({ payoutId: statements.payoutId })
    .from(statements)
    .where(inArray(statements.payoutId, ids))
  const told = new Set(made.map(({ payoutId }) => payoutId))
  return ids.filter((id) => !told.has(id))
}
