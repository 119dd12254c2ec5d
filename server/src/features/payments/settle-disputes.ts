import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { GatewayDispute } from '../../providers/payments/spec.ts'
import { postDisputeClosed, postDisputeFee, postDisputeOpened } from '../ledger/index.ts'
import { recordEvent } from './move-payment.ts'
import { laterDispute } from './rules.ts'
import { type DisputeRow, type PaymentRow, paymentDisputes } from './tables.ts'

/** Takes over what became of disputes; answers how much a bank holds or has kept. */
export async function settleDisputes(
  tx: TxCtx,
  payment: PaymentRow,
  disputes: GatewayDispute[],
): Promise<number> {
  const rows = await tx.db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, payment.id))
  for (const dispute of disputes) {
    const known = rows.find((row) => row.id === dispute.id)
    const row = known ?? (await openDispute(tx, payment, dispute))
    if (!known) rows.push(row)
    await settleFee(tx, row, dispute)
    await closeDispute(tx, row, dispute)
  }
  return rows.reduce((sum, row) => sum + (row.state === 'won' ? 0 : row.amount), 0)
}

async function openDispute(
  tx: TxCtx,
  payment: PaymentRow,
  dispute: GatewayDispute,
): Promise<DisputeRow> {
  const occurredAt = tx.clock.now()
  const [row] = await tx.db
    .insert(paymentDisputes)
    .values({
      id: dispute.id,
      paymentId: payment.id,
      amount: dispute.amount,
      fee: 0,
      state: 'opened',
      createdAt: occurredAt,
    })
    .returning()
  if (!row) throw new Error('the dispute was not written')
  await postDisputeOpened(tx, {
    paymentId: payment.id,
    disputeId: dispute.id,
    amount: dispute.amount,
    occurredAt,
  })
  await recordEvent(tx, payment.id, 'dispute.opened', {
    amount: dispute.amount,
    dispute: dispute.id,
  })
  return row
}

/** It may be told later than the dispute, and be given back in part or whole. */
async function settleFee(tx: TxCtx, row: DisputeRow, { fee }: GatewayDispute): Promise<void> {
  if (fee === row.fee) return
  await postDisputeFee(tx, {
    paymentId: row.paymentId,
    disputeId: row.id,
    amount: fee - row.fee,
    occurredAt: tx.clock.now(),
  })
  await tx.db.update(paymentDisputes).set({ fee }).where(eq(paymentDisputes.id, row.id))
  row.fee = fee
}

async function closeDispute(tx: TxCtx, row: DisputeRow, dispute: GatewayDispute): Promise<void> {
  const state = laterDispute(row.state, dispute.state)
  if (state === row.state || state === 'opened') return
  const occurredAt = tx.clock.now()
  await postDisputeClosed(tx, {
    paymentId: row.paymentId,
    disputeId: row.id,
    outcome: state,
    occurredAt,
  })
  await tx.db
    .update(paymentDisputes)
    .set({ state, closedAt: occurredAt })
    .where(eq(paymentDisputes.id, row.id))
  await recordEvent(tx, row.paymentId, `dispute.${state}`, {
    amount: row.amount,
    dispute: row.id,
  })
  row.state = state
}
