import { currencyHere } from '@vignette/contract/currency.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type AdjustmentRow, payoutAdjustments } from '../../schema/payouts.ts'
import { lockActing } from '../identity/index.ts'
import { post } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { recordAction } from './audit.ts'
import { notifyOfAdjustment } from './notices.ts'

interface AdjustBalance {
  principalId: string
  /** Above zero for the creator. */
  amount: number
  reason: string
}

/** The operator gives a creator money, or takes it, outside of any sale; the creator reads the reason. */
export async function adjustBalance(ctx: Ctx, want: AdjustBalance): Promise<AdjustmentRow> {
  return inTransaction(ctx, async (tx) => {
    const creator = await lockActing(tx, want.principalId, 'no key update')
    if (creator?.kind !== 'user') {
      throw new AppError('not_found', 'Only the balance of an account can be adjusted.')
    }
    const about = { principalId: creator.id, book: currentBook(tx), currency: currencyHere() }
    const { amount, reason } = want
    const now = tx.clock.now()
    const [row] = await tx.db
      .insert(payoutAdjustments)
      .values({ id: newId(), ...about, kind: 'adjustment', amount, reason, createdAt: now })
      .returning()
    if (!row) throw new Error('the adjustment was not written')
    await post(tx, 'adjustment', { adjustmentId: row.id, ...about, amount, occurredAt: now })
    const what = { action: 'adjust_balance', subjectType: 'adjustment', subjectId: row.id } as const
    await recordAction(tx, { ...what, note: reason })
    await notifyOfAdjustment(tx, row)
    return row
  })
}

/** Books what the vendor of payouts, or the operator's bank, took for its work, once by its invoice. */
export async function bookPayoutCost(
  ctx: Ctx,
  { amount, reference }: { amount: number; reference: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const money = { book: currentBook(tx), currency: currencyHere() }
    const cost = { ...money, amount, reference, occurredAt: tx.clock.now() }
    if (!(await post(tx, 'payout_cost', cost))) {
      throw new AppError('conflict', `The invoice ${reference} was booked before.`)
    }
    const what = { action: 'book_payout_cost', subjectType: 'adjustment' } as const
    await recordAction(tx, { ...what, subjectId: newId(), note: reference })
  })
}
