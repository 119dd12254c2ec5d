import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import type { GatewayDispute } from '../../../providers/payments/spec.ts'
import { postDispute, postDisputeFee } from '../../ledger/index.ts'
import { recordEvent } from '../record-event.ts'
import { type DisputeRow, type PaymentRow, paymentDisputes } from '../tables.ts'
import { mayBeOld, takenBy } from './rules.ts'

export interface SettledDisputes {
  /** The amount that banks hold or have kept. */
  disputed: number
  /** The amount that banks have kept. */
  lost: number
  /** A dispute differs from our row in a way that an old webhook could also report. */
  doubted: boolean
}

/**
 * Takes over the states of disputes. An appeal may win a lost dispute, so no state is final; a step
 * back counts only where the gateway was asked after our rows were written, which `known` shows.
 */
export async function settleDisputes(
  tx: TxCtx,
  payment: PaymentRow,
  disputes: GatewayDispute[],
  known: readonly DisputeRow[],
): Promise<SettledDisputes> {
  const rows = await tx.db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, payment.id))
  let doubted = false
  for (const dispute of disputes) {
    const row = rows.find(({ id }) => id === dispute.id)
    if (!row) {
      rows.push(await openDispute(tx, payment, dispute))
      continue
    }
    await settleFee(tx, row, dispute)
    const asked = known.find(({ id }) => id === row.id)
    if (mayBeOld(row, dispute) && (asked?.state !== row.state || asked.amount !== row.amount)) {
      doubted = true
    } else {
      await changeDispute(tx, row, dispute)
    }
  }
  const sum = (of: DisputeRow[]) => of.reduce((total, row) => total + takenBy(row), 0)
  return { disputed: sum(rows), lost: sum(rows.filter(({ state }) => state === 'lost')), doubted }
}

async function openDispute(
  tx: TxCtx,
  { id: paymentId }: PaymentRow,
  dispute: GatewayDispute,
): Promise<DisputeRow> {
  const { id, amount } = dispute
  const occurredAt = tx.clock.now()
  const opened = { state: 'opened' as const, amount }
  const [row] = await tx.db
    .insert(paymentDisputes)
    .values({ id, paymentId, ...opened, fee: 0, createdAt: occurredAt })
    .returning()
  if (!row) throw new Error('the dispute was not written')
  await postDispute(tx, { paymentId, disputeId: id, before: null, after: opened, occurredAt })
  await recordEvent(tx, paymentId, 'dispute.opened', { amount, dispute: id })
  await settleFee(tx, row, dispute)
  await changeDispute(tx, row, dispute)
  return row
}

/** The fee may become known after the dispute, and be returned in part or whole. */
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

async function changeDispute(tx: TxCtx, row: DisputeRow, dispute: GatewayDispute): Promise<void> {
  const { state, amount } = dispute
  if (state === row.state && amount === row.amount) return
  const occurredAt = tx.clock.now()
  await postDispute(tx, {
    paymentId: row.paymentId,
    disputeId: row.id,
    before: { state: row.state, amount: row.amount },
    after: { state, amount },
    occurredAt,
  })
  const closedAt = state === 'opened' ? null : occurredAt
  await tx.db
    .update(paymentDisputes)
    .set({ state, amount, closedAt })
    .where(eq(paymentDisputes.id, row.id))
  const name = state === row.state ? 'dispute.changed' : `dispute.${state}`
  await recordEvent(tx, row.paymentId, name, { amount, dispute: row.id })
  Object.assign(row, { state, amount, closedAt })
}
