import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { disputeEvidence, disputeNotes, type EvidenceRow } from '../../schema/cases.ts'
import { type PaymentRow } from '../../schema/payments.ts'
import { mustLookFirst, reachBook, settlePayment } from '../payments/index.ts'
import { getDisputed } from './dispute.ts'
import { evidenceKey } from './rules-evidence.ts'

/**
 * Sends requested evidence under a key that names the dispute. Uses another key only where the
 * gateway stored a failure with the last one. Then, and where the key may be forgotten, it first asks
 * whether the bank has the evidence.
 */
export async function performEvidence(from: Ctx, disputeId: string): Promise<void> {
  const { payment, sent } = await getDisputed(from, disputeId)
  if (sent?.state !== 'requested' || !sent.texts || !payment.sessionId) return
  const ctx = reachBook(from, payment)
  if (!ctx) return
  const reference = { sessionId: payment.sessionId, intentId: payment.intentId }
  const { keyNumber, requestedAt: since } = sent
  const looks = mustLookFirst({ keyNumber, since }, ctx.clock.now())
  if (looks && (await hasArrived(ctx, payment, disputeId))) {
    return end(ctx, sent, { state: 'sent' })
  }
  try {
    const view = await ctx.gateway.submitEvidence(reference, {
      disputeId,
      evidence: { ...sent.texts, file: await findFile(ctx, disputeId) },
      idempotencyKey: evidenceKey(disputeId, keyNumber),
    })
    await settlePayment(ctx, payment.id, view)
    await end(ctx, sent, { state: 'sent' })
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.retryable && !error.kept)) throw error
    if (await hasArrived(ctx, payment, disputeId)) return end(ctx, sent, { state: 'sent' })
    if (error.retryable) {
      await useNextKey(ctx, sent)
      throw error
    }
    await end(ctx, sent, { state: 'refused', failure: error.publicMessage })
  }
}

/** True where the bank weighs evidence; our rows follow the gateway's answer either way. */
async function hasArrived(ctx: Ctx, payment: PaymentRow, disputeId: string): Promise<boolean> {
  const view = await ctx.gateway.find({ sessionId: payment.sessionId ?? '' })
  if (!view) return false
  await settlePayment(ctx, payment.id, view)
  return view.disputes.find(({ id }) => id === disputeId)?.phase === 'under_review'
}

async function findFile(ctx: Ctx, disputeId: string) {
  const [note] = await ctx.db
    .select()
    .from(disputeNotes)
    .where(eq(disputeNotes.disputeId, disputeId))
  const { file: bytes, fileName: name, fileType: type } = note ?? {}
  return bytes && name && type ? { bytes, name, type } : null
}

const isSame = ({ disputeId, keyNumber }: EvidenceRow) =>
  and(
    eq(disputeEvidence.disputeId, disputeId),
    eq(disputeEvidence.state, 'requested'),
    eq(disputeEvidence.keyNumber, keyNumber),
  )

async function end(
  ctx: Ctx,
  row: EvidenceRow,
  outcome: { state: 'sent' } | { state: 'refused'; failure: string },
): Promise<void> {
  await ctx.db
    .update(disputeEvidence)
    .set({ ...outcome, endedAt: ctx.clock.now() })
    .where(isSame(row))
}

async function useNextKey(ctx: Ctx, row: EvidenceRow): Promise<void> {
  await ctx.db
    .update(disputeEvidence)
    .set({ keyNumber: row.keyNumber + 1 })
    .where(isSame(row))
}
