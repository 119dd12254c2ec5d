import type { TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { lockProof } from '../capture/lock-proof.ts'
import { movePayment } from '../move-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { neededUntil } from './rules.ts'

/** Frees the authorisation of a declined proof for another run, while the sale offers a further proof. */
export async function drawAgain(tx: TxCtx, creationId: string): Promise<PaymentRow> {
  const payment = await lockProof(tx, creationId)
  const { draws, proofs, captureBefore } = payment
  const now = tx.clock.now()
  if (proofs >= (draws ?? 0)) {
    throw new AppError('payment_state', 'This was the last proof of this payment.')
  }
  if (captureBefore && captureBefore <= neededUntil(now)) {
    throw new AppError('payment_state', 'This payment would lapse before another proof is ready.')
  }
  return movePayment(tx, payment, 'authorized', { unusedSince: now }, { declined: creationId })
}
