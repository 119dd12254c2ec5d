import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { claimCode } from './claim-code.ts'
import { quotePrice, type Sold } from './quote-price.ts'

/** Claims a free run in the transaction that writes its job, and answers the code's id. */
export async function claimFreeRun(
  tx: TxCtx,
  { text, buyerId, sold }: { text: string; buyerId: string; sold: Sold },
): Promise<string> {
  const workflow = { id: sold.workflowId, ownerId: sold.ownerId }
  const code = await claimCode(tx, { text, buyerId, workflow, refusal: 'payment_required' })
  const { price } = quotePrice(tx, code, sold)
  if (price > 0) {
    throw new AppError(
      'payment_required',
      `The code ${code.code} lowers the price. Please pay for the run with it first.`,
    )
  }
  return code.id
}
