import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { derivedId } from '../../../platform/ids.ts'
import type { GatewayDispute } from '../../../providers/payments/spec.ts'
import { type DisputeRow, type PaymentRow, paymentDisputes } from '../../../schema/payments.ts'
import { post } from '../../ledger/index.ts'
import { notify } from '../../notices/index.ts'
import { recordEvent } from '../payment.ts'
import { describeReason, shareOf } from './dispute.ts'
import { mayBeOld, standOf, takenBy } from './rules.ts'

interface SettledDisputes {
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
    const sure = asked?.state === row.state && asked.phase === row.phase
    if (mayBeOld(row, dispute) && !(sure && asked.amount === row.amount)) {
      doubted = true
    } else {
      await changeDispute(tx, payment, row, dispute)
    }
  }
  const sum = (of: DisputeRow[]) => of.reduce((total, row) => total + takenBy(row), 0)
  return { disputed: sum(rows), lost: sum(rows.filter(({ state }) => state === 'lost')), doubted }
}

async function openDispute(
  tx: TxCtx,
  payment: PaymentRow,
  dispute: GatewayDispute,
): Promise<DisputeRow> {
  const { id, amount, reason, dueBy } = dispute
  const { id: paymentId } = payment
  const occurredAt = tx.clock.now()
  // A dispute that is decided when we first hear of it was open before.
  const inquiry = dispute.state === 'inquiry'
  const state = inquiry ? 'inquiry' : 'opened'
  const phase = dispute.state === state ? dispute.phase : 'under_review'
  const [row] = await tx.db
    .insert(paymentDisputes)
    .values({ id, paymentId, state, phase, amount, reason, dueBy, fee: 0, createdAt: occurredAt })
    .returning()
  if (!row) throw new Error('the dispute was not written')
  const posting = { paymentId, disputeId: id, before: null, occurredAt }
  await post(tx, 'dispute', { ...posting, after: standOf(row) })
  await recordEvent(tx, paymentId, `dispute.${state}`, { amount, dispute: id })
  await notifyOfDispute(tx, payment, row)
  await settleFee(tx, row, dispute)
  await changeDispute(tx, payment, row, dispute)
  return row
}

/** The fee may become known after the dispute, and be returned in part or whole. */
async function settleFee(tx: TxCtx, row: DisputeRow, { fee }: GatewayDispute): Promise<void> {
  if (fee === row.fee) return
  await post(tx, 'dispute_fee', {
    paymentId: row.paymentId,
    disputeId: row.id,
    amount: fee - row.fee,
    occurredAt: tx.clock.now(),
  })
  await tx.db.update(paymentDisputes).set({ fee }).where(eq(paymentDisputes.id, row.id))
  row.fee = fee
}

async function changeDispute(
  tx: TxCtx,
  payment: PaymentRow,
  row: DisputeRow,
  dispute: GatewayDispute,
): Promise<void> {
  const { state, amount, phase, reason, dueBy } = dispute
  const before = { ...row }
  const moved = state !== row.state || amount !== row.amount
  const same = !moved && phase === row.phase && reason === row.reason
  if (same && dueBy?.getTime() === row.dueBy?.getTime()) return
  const occurredAt = tx.clock.now()
  const ended = phase === 'ended' || phase === 'appealed'
  const closedAt = !ended ? null : moved ? occurredAt : (row.closedAt ?? occurredAt)
  await tx.db
    .update(paymentDisputes)
    .set({ state, amount, phase, reason, dueBy, closedAt })
    .where(eq(paymentDisputes.id, row.id))
  Object.assign(row, { state, amount, phase, reason, dueBy, closedAt })
  if (phase !== before.phase && !moved) {
    await recordEvent(tx, row.paymentId, `dispute.${phase}`, { amount, dispute: row.id })
  }
  if (!moved) return
  await post(tx, 'dispute', {
    paymentId: row.paymentId,
    disputeId: row.id,
    before: before.state === 'inquiry' ? null : standOf(before),
    after: standOf(row),
    occurredAt,
  })
  const name = state === before.state ? 'dispute.changed' : `dispute.${state}`
  await recordEvent(tx, row.paymentId, name, { amount, dispute: row.id })
  if (state !== before.state) await notifyOfDispute(tx, payment, row)
}

/** Tells the creator that a bank asks, takes, gives back or keeps, in the transaction of the change. */
async function notifyOfDispute(tx: TxCtx, payment: PaymentRow, dispute: DisputeRow): Promise<void> {
  const { id, state, amount: cents, reason, dueBy } = dispute
  const { creatorId, workflowName: recipe, testMode: test } = payment
  if (!creatorId) return
  const share = shareOf(payment, cents)
  const at = tx.clock.now().getTime()
  // An appeal may decide a dispute again, which is news again.
  const subjectId = derivedId('dispute', id, state, state === 'won' || state === 'lost' ? at : 0)
  const news = { to: creatorId, subjectId }
  const facts = { recipe, cents, share, test }
  const asked = { ...facts, reason: describeReason(reason), until: dueBy?.toISOString() ?? null }
  if (state === 'inquiry') return notify(tx, { ...news, kind: 'dispute_inquiry', facts: asked })
  if (state === 'opened') return notify(tx, { ...news, kind: 'dispute_opened', facts: asked })
  const kind = state === 'won' ? 'dispute_won' : 'dispute_lost'
  return notify(tx, { ...news, kind, facts })
}
