import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getRunnable } from '../workflows/index.ts'
import { assertCovered } from './assert-covered.ts'
import { getUsableCode } from './claim-code.ts'
import { quotePrice } from './quote-price.ts'

/** What a run costs with a code, for the paywall; claims nothing. */
export async function priceWithCode(
  ctx: Ctx,
  workflowId: string,
  text: string,
): Promise<{ code: string; full_price: number; price: number; why: string }> {
  const sold = await getRunnable(ctx, workflowId)
  if (sold.price === 0) throw new AppError('payment_state', 'This recipe is free without a code.')
  const code = await getUsableCode(ctx, {
    text,
    // A buyer who came back may have an open checkout with this code: it ends before the next one claims the code.
    buyerId: undefined,
    workflow: { id: workflowId, ownerId: sold.ownerId },
    refusal: 'payment_state',
  })
  const quote = quotePrice(ctx, code, sold)
  await assertCovered(ctx, code, sold, 'payment_state')
  return { code: code.code, full_price: sold.price, ...quote }
}
