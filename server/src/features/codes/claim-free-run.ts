import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Book } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { lockBalance } from '../payouts/index.ts'
import { assertCovered } from './assert-covered.ts'
import { claimCode } from './claim-code.ts'
import { quotePrice, type Sold } from './quote-price.ts'

export interface FreeRunClaim {
  codeId: string
  /** The book of the creator's balance that pays for the run; null where the run costs nothing. */
  codeBook: Book | null
}

/**
 * Claims a free run in the transaction that writes its job. Where the run may cost something, the
 * creator's balance stays locked until then, so that of ten runs at once each one is covered.
 */
export async function claimFreeRun(
  tx: TxCtx,
  { text, buyerId, sold }: { text: string; buyerId: string; sold: Sold },
): Promise<FreeRunClaim> {
  const workflow = { id: sold.workflowId, ownerId: sold.ownerId }
  const code = await claimCode(tx, { text, buyerId, workflow, refusal: 'payment_required' })
  const { price } = quotePrice(tx, code, sold)
  if (price > 0) {
    throw new AppError(
      'payment_required',
      `The code ${code.code} lowers the price. Please pay for the run with it first.`,
    )
  }
  if (sold.cost === 0) return { codeId: code.id, codeBook: null }
  await lockBalance(tx, code.ownerId)
  await assertCovered(tx, code, sold, 'payment_required')
  return { codeId: code.id, codeBook: currentBook(tx) }
}
