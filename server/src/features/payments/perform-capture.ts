import { type Ctx, inTransaction } from '../../ctx.ts'
import { GatewayError, type GatewayPayment } from '../../providers/payments/spec.ts'
import { lockPayment, movePayment } from './move-payment.ts'
import { findPayment } from './queries.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'
import { tellCaptureFailed } from './tell-capture-failed.ts'

/**
 * Takes the money of a delivered creation. May be killed anywhere: the key makes the gateway do it
 * once, and settling makes us post it once.
 */
export async function performCapture(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx, paymentId)
  if (payment?.state !== 'capture_requested' || !payment.sessionId) return
  const { view, refused } = await askForCapture(ctx, payment, payment.sessionId)
  const settled = await settlePayment(ctx, payment.id, view)
  if (settled.state === 'capture_requested' && refused) await failCapture(ctx, payment.id, refused)
}

async function askForCapture(
  ctx: Ctx,
  payment: PaymentRow,
  sessionId: string,
): Promise<{ view: GatewayPayment; refused: string | null }> {
  const reference = { sessionId, intentId: payment.intentId }
  try {
    const view = await ctx.gateway.capture(reference, payment.amount, `capture:${payment.id}`)
    return { view, refused: null }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.retryable) throw error
    // A refusal may only mean that it is done already, or that the bank let the money go.
    const view = await ctx.gateway.find({ sessionId })
    if (!view) throw error
    return { view, refused: `${error.code}: ${error.publicMessage}` }
  }
}

async function failCapture(ctx: Ctx, paymentId: string, failure: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.state !== 'capture_requested') return
    tellCaptureFailed(
      tx,
      await movePayment(tx, payment, 'capture_failed', { failure }, { failure }),
    )
  })
}
