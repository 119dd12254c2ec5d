import { and, asc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { GatewayError } from '../../providers/payouts/spec.ts'
import { principals } from '../../schema/identity.ts'
import { type AccountRow, payoutAccounts, payouts } from '../../schema/payouts.ts'
import { countOpenSales, currentBook } from '../payments/index.ts'
import { findPayoutGateway } from './find-payout-gateway.ts'
import { describeLeaving } from './leaving.ts'
import { isRecordDue } from './rules.ts'

export const eraseAccountsTask = defineTask({
  name: 'payouts.erase-accounts',
  retryLimit: 3,
  cron: '41 4 * * *',
  run: (ctx: Ctx) => eraseAccounts(ctx),
})

/**
 * Erases bank details of deleted accounts: at once where nothing was ever paid to them, else when
 * the records of the last payout need no longer be kept; never while money waits for them.
 */
export async function eraseAccounts(ctx: Ctx): Promise<void> {
  const left = ctx.db
    .select(getTableColumns(payoutAccounts))
    .from(payoutAccounts)
    .innerJoin(principals, eq(principals.id, payoutAccounts.principalId))
    .where(and(isNotNull(principals.deletedAt), eq(payoutAccounts.book, currentBook(ctx))))
    .orderBy(asc(payoutAccounts.id))
  await sweepEach(ctx, left, async (row) => {
    if (await isDue(ctx, row)) await eraseAccount(ctx, row)
  })
}

async function isDue(ctx: Ctx, { principalId, accountId }: AccountRow): Promise<boolean> {
  const { lines } = await describeLeaving(ctx, principalId)
  if (lines.some(({ amount }) => amount > 0)) return false
  if ((await countOpenSales(ctx, principalId)) > 0) return false
  if (!accountId) return true
  const sent = await ctx.db
    .select({ at: payouts.movedAt })
    .from(payouts)
    .where(and(eq(payouts.accountId, accountId), isNotNull(payouts.sentAt)))
  return isRecordDue(
    sent.map(({ at }) => at),
    ctx.clock.now(),
    ctx.config.BANK_DETAILS_YEARS,
  )
}

/** The vendor first: our row is the only way to find the account there. */
async function eraseAccount(ctx: Ctx, row: AccountRow): Promise<void> {
  const gateway = findPayoutGateway(ctx, row)
  if (row.accountId && !gateway) {
    const { gateway: at, accountId } = row
    ctx.log.warn({ gateway: at, accountId }, 'bank details wait at a payout vendor that is not set')
    return
  }
  try {
    if (row.accountId) await gateway?.closeAccount(row.accountId)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code !== 'resource_missing') {
      // What lies in the account there must leave first; the next day asks again.
      ctx.log.warn(
        { err: error, accountId: row.accountId },
        'a payout account cannot be closed yet',
      )
      return
    }
  }
  await ctx.db.delete(payoutAccounts).where(eq(payoutAccounts.id, row.id))
}
