import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach, sweepParts } from '../../platform/sweep.ts'
import { hoursAgo } from '../../platform/time.ts'
import { payoutAccounts, payoutDelays, payoutRuns, payouts } from '../../schema/payouts.ts'
import { currentBook } from '../payments/index.ts'
import { planRun } from './preview-run.ts'
import { dropDelays, recordDelays } from './record-delays.ts'
import { checkAccount } from './refresh-account.ts'
import { HOUR_MS, lastRunAt } from './rules.ts'
import { schedulePayouts } from './schedule-payouts.ts'
import { sendPayoutTask } from './send-payout.ts'
import { startRun } from './start-run.ts'

export const sweepTask = defineTask({
  name: 'payouts.sweep',
  retryLimit: 0,
  cron: '*/5 * * * *',
  run: (ctx: Ctx) => sweepPayouts(ctx),
})

const AT_ONCE = 100
/** A payout whose task was lost is sent again after this time. */
const FORGOTTEN_MS = 5 * 60_000

/** Goes on with every run, payout and account that waits for something. */
export async function sweepPayouts(ctx: Ctx): Promise<void> {
  await sweepParts([
    () => ctx.payoutGateway.deliverEvents?.(),
    () => resumeRuns(ctx),
    () => resendForgotten(ctx),
    () => retryFailed(ctx),
    () => retryShort(ctx),
    () => checkOpen(ctx),
  ])
}

const isHere = (ctx: Ctx) =>
  and(eq(payouts.book, currentBook(ctx)), eq(payouts.gateway, ctx.payoutGateway.id))

/** A run that was cut off goes on, and a Friday on which no worker ran is made up for. */
async function resumeRuns(ctx: Ctx): Promise<void> {
  const open = await ctx.db
    .select()
    .from(payoutRuns)
    .where(
      and(
        eq(payoutRuns.book, currentBook(ctx)),
        isNull(payoutRuns.endedAt),
        eq(payoutRuns.by, 'operator'),
        // A run that began later may still be at work.
        lt(payoutRuns.startedAt, new Date(ctx.clock.now().getTime() - FORGOTTEN_MS)),
      ),
    )
    .limit(AT_ONCE)
  const last = { dueAt: lastRunAt(ctx.clock.now()), by: 'schedule' } as const
  await sweepParts(
    [last, ...open].map(
      ({ dueAt, by }) =>
        () =>
          startRun(ctx, { dueAt, by }),
    ),
  )
}

async function resendForgotten(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const waiting = ctx.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        isHere(ctx),
        inArray(payouts.state, ['scheduled', 'sending']),
        lt(payouts.movedAt, new Date(now.getTime() - FORGOTTEN_MS)),
        or(isNull(payouts.leasedUntil), lt(payouts.leasedUntil, now)),
        not(ctx.queue.hasUnfinished(sendPayoutTask, sql`${payouts.id}::text`)),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, waiting, ({ id }) =>
    ctx.queue.send(ctx, sendPayoutTask, { payoutId: id }, { singletonKey: id }),
  )
}

/** Tries the payouts once more that a run could not write, and those alone. */
async function retryFailed(ctx: Ctx): Promise<void> {
  const rows = ctx.db
    .select({ id: payoutDelays.principalId, run: payoutRuns })
    .from(payoutDelays)
    .innerJoin(payoutRuns, eq(payoutRuns.id, payoutDelays.runId))
    .where(
      and(
        eq(payoutDelays.book, currentBook(ctx)),
        eq(payoutDelays.cause, 'failure'),
        lt(payoutDelays.triedAt, ctx.clock.now()),
      ),
    )
    .orderBy(asc(payoutDelays.triedAt), asc(payoutDelays.principalId))
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, async ({ id, run }) => {
    const failed = await schedulePayouts(ctx, run, [id])
    if (failed.size === 0) return
    await inTransaction(ctx, (tx) =>
      recordDelays(tx, run, 'failure', [{ principalId: id, amount: null }]),
    )
    throw failed.get(id)
  })
}

/** Pays creators whom our balance did not cover, once an hour has passed and as far as it does now. */
async function retryShort(ctx: Ctx): Promise<void> {
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / HOUR_MS) * HOUR_MS)
  const rows = await ctx.db
    .select({ id: payoutDelays.principalId })
    .from(payoutDelays)
    .where(
      and(
        eq(payoutDelays.book, currentBook(ctx)),
        eq(payoutDelays.cause, 'balance'),
        lt(payoutDelays.triedAt, hour),
      ),
    )
  if (rows.length === 0) return
  const { lines } = await planRun(
    ctx,
    hour,
    rows.map(({ id }) => id),
  )
  const idsOf = (isMeant: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(isMeant).map(({ principalId }) => principalId)
  // What keeps their money now is another reason, or it is gone.
  const settled = idsOf(({ payable, delayed }) => payable + delayed === 0)
  await inTransaction(ctx, (tx) => dropDelays(tx, settled))
  const only = idsOf(({ payable }) => payable > 0)
  if (only.length > 0) await startRun(ctx, { dueAt: hour, by: 'retry', only })
}

/** Asks the vendor about accounts with money under way, and about those that are not ready. */
async function checkOpen(ctx: Ctx): Promise<void> {
  const underWay = ctx.db
    .select({ accountId: payouts.accountId })
    .from(payouts)
    .where(and(isHere(ctx), eq(payouts.state, 'in_transit')))
  const accounts = await ctx.db
    .select({ accountId: payoutAccounts.accountId })
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.book, currentBook(ctx)),
        eq(payoutAccounts.gateway, ctx.payoutGateway.id),
        isNotNull(payoutAccounts.accountId),
        ne(payoutAccounts.state, 'closed'),
        or(
          inArray(payoutAccounts.accountId, underWay),
          and(ne(payoutAccounts.state, 'ready'), lt(payoutAccounts.lookedAt, hoursAgo(ctx, 1))),
          lt(payoutAccounts.lookedAt, hoursAgo(ctx, 24)),
        ),
      ),
    )
    .orderBy(asc(payoutAccounts.lookedAt))
    .limit(AT_ONCE)
  for (const { accountId } of accounts) {
    if (!accountId) continue
    try {
      await checkAccount(ctx, accountId)
    } catch (error) {
      // A vendor that is away now is asked again by the next sweep.
      ctx.log.warn({ err: error, accountId }, 'a payout account could not be checked')
    }
  }
}
