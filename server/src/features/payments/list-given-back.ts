import type { ReceiptView } from '@vignette/contract/payments.ts'
import { describeRefund } from './describe-refund.ts'
import type { Reader } from './queries.ts'
import { listRefunds } from './refunds/queries.ts'
import { isCounted } from './refunds/rules.ts'

/** What a receipt says of each refund that the gateway has taken on. */
export async function listGivenBack(
  ctx: Reader,
  paymentId: string,
): Promise<ReceiptView['refunds']> {
  const refunds = await listRefunds(ctx, paymentId)
  return refunds
    .filter(({ state }) => isCounted(state))
    .map((refund) => ({
      amount: refund.amount,
      why: describeRefund(refund),
      note: refund.note,
      created_at: refund.createdAt.toISOString(),
    }))
}
