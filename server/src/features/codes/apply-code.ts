import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { claimCode } from './claim-code.ts'
import { quotePrice, type Sold } from './quote-price.ts'

/** Claims a use of a code for a checkout, and answers what is charged and why. */
export async function applyCode(
  tx: TxCtx,
  { text, buyerId, sold }: { text: string; buyerId: string; sold: Sold },
): Promise<{ codeId: string; amount: number; why: string }> {
  const workflow = { id: sold.workflowId, ownerId: sold.ownerId }
  const code = await claimCode(tx, { text, buyerId, workflow, refusal: 'payment_state' })
  const { price, why } = quotePrice(tx, code, sold)
  if (price === 0) {
    throw new AppError(
      'payment_state',
      `The code ${code.code} is for a free run, without a checkout.`,
    )
  }
  return { codeId: code.id, amount: price, why }
}
