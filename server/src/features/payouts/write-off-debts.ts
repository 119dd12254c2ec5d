import { currencyHere } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { hoursAgo } from '../../platform/time.ts'
import { payoutAdjustments } from '../../schema/payouts.ts'
import { listOwners, lockActing } from '../identity/index.ts'
import { findOldDebt, getOwed, listDebtors, post } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { notifyOfAdjustment } from './notices.ts'

export const writeOffTask = defineTask({
  name: 'payouts.write-off',
  retryLimit: 2,
  cron: '7 4 * * *',
  run: (ctx: Ctx) => writeOffDebts(ctx),
})

/** Books old debts of creators who sell no more as losses of the platform. */
export async function writeOffDebts(ctx: Ctx): Promise<void> {
  const money = { book: currentBook(ctx), currency: currencyHere() }
  const debtors = await listDebtors(ctx, money, PAYOUT.badDebtAboveCents)
  await sweepEach(
    ctx,
    debtors.map((id) => ({ id })),
    ({ id }) => writeOffDebt(ctx, id),
  )
}

/** An open dispute may still be won, so its creator's debt waits. */
async function writeOffDebt(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const creator = await lockActing(tx, id, 'no key update')
    if (creator?.id !== id) return
    const owners = await listOwners(tx, id)
    const about = { book: currentBook(tx), currency: currencyHere() }
    const debt = await findOldDebt(tx, owners, about, hoursAgo(tx, PAYOUT.badDebtDays * 24))
    const now = tx.clock.now()
    if (debt <= PAYOUT.badDebtAboveCents) return
    if ((await getOwed(tx, owners, about, now)).setAside !== 0) return
    const reason = `You owed back ${formatCents(debt)} for ${PAYOUT.badDebtDays} days; we have written it off.`
    const [row] = await tx.db
      .insert(payoutAdjustments)
      .values({
        id: newId(),
        principalId: id,
        ...about,
        kind: 'bad_debt',
        amount: debt,
        reason,
        createdAt: now,
      })
      .returning()
    if (!row) throw new Error('the bad debt was not written')
    const adjustment = { adjustmentId: row.id, principalId: id, ...about }
    await post(tx, 'bad_debt', { ...adjustment, amount: debt, occurredAt: now })
    await notifyOfAdjustment(tx, row)
  })
}
