import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { currentBook } from '../payments/index.ts'
import { checkAccount } from './check-account.ts'
import { HOUR_MS, lastRunAt } from './rules.ts'
import { sendPayoutTask } from './send-payout.ts'
import { startRun } from './start-run.ts'
import { payoutAccounts, payoutRuns, payouts } from './tables.ts'

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
  await takeEach([
    () => ctx.payoutGateway.deliverEvents?.(),
    () => resumeRuns(ctx),
    () => resendForgotten(ctx),
    () => retryRefused(ctx),
    () => checkOpen(ctx),
  ])
}

/** Takes every step, also after one that failed, and then throws what failed. */
async function takeEach(steps: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, 'parts of a sweep failed')
  if (failures.length === 1) throw failures[0]
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
  await takeEach(
    [last, ...open].map(
      ({ dueAt, by }) =>
        () =>
          startRun(ctx, { dueAt, by }),
    ),
  )
}

async function resendForgotten(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const waiting = await ctx.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        isHere(ctx),
        inArray(payouts.state, ['scheduled', 'sending']),
        lt(payouts.movedAt, new Date(now.getTime() - FORGOTTEN_MS)),
        or(isNull(payouts.leaseUntil), lt(payouts.leaseUntil, now)),
        not(ctx.queue.hasUnfinished(sendPayoutTask, sql`${payouts.id}::text`)),
      ),
    )
    .limit(AT_ONCE)
  for (const { id } of waiting) {
    await ctx.queue.send(ctx, sendPayoutTask, { payoutId: id }, { singletonKey: id })
  }
}

/** Pays creators for whose payout the platform's balance was too small, once an hour has passed and the balance is enough. */
async function retryRefused(ctx: Ctx): Promise<void> {
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / HOUR_MS) * HOUR_MS)
  const refused = await ctx.db
    .select({ principalId: payouts.principalId, amount: payouts.amount })
    .from(payouts)
    .where(
      and(
        isHere(ctx),
        eq(payouts.state, 'failed'),
        eq(payouts.failure, 'insufficient_balance'),
        lt(payouts.endedAt, hour),
        sql`not exists (select 1 from payouts later where later.principal_id = ${payouts.principalId}
          and later.book = ${payouts.book} and later.id > ${payouts.id})`,
      ),
    )
    .limit(AT_ONCE)
  if (refused.length === 0) return
  const balance = await ctx.payoutGateway.getBalance()
  const least = Math.min(...refused.map(({ amount }) => amount))
  if (balance && (balance.get(CURRENCY) ?? 0) < least) return
  const only = refused.map(({ principalId }) => principalId)
  await startRun(ctx, { dueAt: hour, by: 'retry', only })
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
