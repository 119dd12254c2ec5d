import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { postPayoutCost } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { recordDeed } from './record-deed.ts'

/** Books what the vendor of payouts, or the operator's bank, took for its work, once by its invoice. */
export async function bookPayoutCost(
  ctx: Ctx,
  { amount, reference }: { amount: number; reference: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const money = { book: currentBook(tx), currency: CURRENCY }
    const cost = { ...money, amount, reference, occurredAt: tx.clock.now() }
    if (!(await postPayoutCost(tx, cost))) {
      throw new AppError('conflict', `The invoice ${reference} was booked before.`)
    }
    const deed = { action: 'book_payout_cost', subjectType: 'adjustment' } as const
    await recordDeed(tx, { ...deed, subjectId: newId(), note: reference })
  })
}
