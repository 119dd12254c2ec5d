import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { movePayment } from '../move-payment.ts'
import { lockProof } from './lock-proof.ts'
import { sendCapture } from './request-capture.ts'

/** Called in the transaction that opens the whole file: both commit, or neither. */
export async function keepProof(tx: TxCtx, creationId: string): Promise<void> {
  const payment = await lockProof(tx, creationId)
  if (payment.decideBy && payment.decideBy <= tx.clock.now()) {
    throw new AppError(
      'payment_state',
      'The time to keep this proof has ended, and nothing was charged.',
    )
  }
  const { amount, currency } = payment
  const agreed = { creation: creationId, amount, currency }
  await movePayment(tx, payment, 'capture_requested', {}, agreed)
  await sendCapture(tx, payment.id)
}
