import type { ReceiptView } from '@vignette/contract/payments.ts'
import { describeRefund } from './describe-refund.ts'
import type { Reader } from './queries.ts'
import { listRefunds } from './refunds/queries.ts'

/** What a receipt says of each refund that the gateway took on, also of one that it gave up later. */
export async function listGivenBack(
  ctx: Reader,
  paymentId: string,
): Promise<ReceiptView['refunds']> {
  const refunds = await listRefunds(ctx, paymentId)
  return refunds
    .filter(({ gatewayRefundId }) => gatewayRefundId !== null)
    .map((refund) => ({
      amount: refund.amount,
      failed: refund.state === 'failed',
      why: describeRefund(refund),
      note: refund.note,
      created_at: refund.createdAt.toISOString(),
    }))
}
