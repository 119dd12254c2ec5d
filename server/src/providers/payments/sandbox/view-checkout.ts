import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import type { GatewayPayment } from '../spec.ts'
import { type SandboxCheckout, sandboxDisputes, sandboxRefunds } from './tables.ts'

export async function viewCheckout(db: Db, checkout: SandboxCheckout): Promise<GatewayPayment> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.checkoutId, checkout.id))
  const disputes = await db
    .select()
    .from(sandboxDisputes)
    .where(eq(sandboxDisputes.checkoutId, checkout.id))
  const paid = checkout.state !== 'open' && checkout.state !== 'expired'
  return {
    sessionId: checkout.id,
    intentId: paid ? checkout.intentId : null,
    paymentId: checkout.paymentId,
    state: checkout.state,
    amount: checkout.amount,
    capturedAmount: checkout.captured,
    currency: checkout.currency,
    taxes: checkout.taxes,
    fee: checkout.fee,
    refunds: refunds.map(({ id, refundId, amount, state }) => ({ id, refundId, amount, state })),
    disputes: disputes.map(({ id, amount, state, phase, reason, dueBy, fee }) => ({
      id,
      amount,
      state,
      phase,
      reason,
      dueBy,
      fee,
    })),
    metadata: checkout.metadata,
    captureBefore: checkout.captureBefore,
    card: checkout.card,
  }
}
