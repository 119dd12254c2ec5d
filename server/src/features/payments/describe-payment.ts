import type { TxCtx } from '../../ctx.ts'
import { describeNext } from './describe-next.ts'
import { findPayment } from './queries.ts'

/** What has become of the money and what happens next, in words. */
export async function describePayment(tx: TxCtx, paymentId: string): Promise<string> {
  const payment = await findPayment(tx, paymentId)
  return payment ? describeNext(payment) : 'Nothing was charged.'
}
