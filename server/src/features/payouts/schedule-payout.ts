import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, eq, inArray, or } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { lockActing } from '../identity/index.ts'
import { postPayout } from '../ledger/index.ts'
import { applyHoldRules } from './apply-hold-rules.ts'
import { paysThisBook } from './find-payout-gateway.ts'
import { getPosition } from './get-position.ts'
import { findAllotment, writeParts } from './list-parts.ts'
import { lockBalance } from './lock-balance.ts'
import { findAccount } from './queries.ts'
import { payableCents } from './rules.ts'
import { sendPayoutTask } from './send-payout.ts'
import { type PayoutRow, payouts, type RunRow } from './tables.ts'

/**
 * Takes what one creator is paid in a run from the balance, and records the payout, in one
 * transaction under the creator's lock: the vendor is asked later. Undefined where nothing is paid.
 */
export async function schedulePayout(
  ctx: Ctx,
  run: RunRow,
  principalId: string,
  /** The sum that the operator confirmed; a creator who would be paid another is left out. */
  confirmed?: number,
): Promise<PayoutRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    const creator = await lockActing(tx, principalId, 'no key update')
    // A visitor was claimed since: the account stands in the list by itself. A deleted account is paid
    // until nothing is left.
    if (creator?.id !== principalId || creator.bannedAt) return undefined
    if (!paysThisBook(tx) || (await isScheduled(tx, run, principalId))) return undefined
    // No free run by a code begins between the look at the balance and the payout.
    await lockBalance(tx, principalId)
    await applyHoldRules(tx, principalId, run.dueAt)
    const position = await getPosition(tx, principalId, run.dueAt)
    const amount = payableCents(position, tx.clock.now())
    const accountId = (await findAccount(tx, principalId))?.accountId
    if (amount === 0 || !accountId) return undefined
    if (confirmed !== undefined && amount !== confirmed) return undefined
    const now = tx.clock.now()
    const money = { book: run.book, currency: CURRENCY }
    const { parts, makeup } = await findAllotment(tx, principalId, amount, run.dueAt)
    const [payout] = await tx.db
      .insert(payouts)
      .values({
        id: newId(),
        runId: run.id,
        principalId,
        ...money,
        gateway: tx.payoutGateway.id,
        accountId,
        amount,
        makeup,
        state: 'scheduled',
        createdAt: now,
        movedAt: now,
      })
      .returning()
    if (!payout) throw new Error('the payout was not written')
    await writeParts(tx, payout.id, parts)
    await postPayout(tx, {
      payoutId: payout.id,
      principalId,
      amount,
      time: 1,
      ...money,
      occurredAt: now,
    })
    await tx.queue.send(tx, sendPayoutTask, { payoutId: payout.id }, { singletonKey: payout.id })
    return payout
  })
}

/** Whether this run has paid the creator, or an earlier payout still waits for the vendor. */
async function isScheduled(
  ctx: Pick<Ctx, 'db'>,
  run: RunRow,
  principalId: string,
): Promise<boolean> {
  const found = await ctx.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.principalId, principalId),
        eq(payouts.book, run.book),
        eq(payouts.currency, CURRENCY),
        or(eq(payouts.runId, run.id), inArray(payouts.state, ['scheduled', 'sending'])),
      ),
    )
    .limit(1)
  return found.length > 0
}
