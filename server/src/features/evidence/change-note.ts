import type { DisputeView } from '@vignette/contract/disputes.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { lockPayment } from '../payments/index.ts'
import { getDisputed, isSaleOf } from './queries.ts'
import { whyNoNote } from './rules.ts'
import { disputeNotes, type NoteRow } from './tables.ts'
import { viewDispute } from './view-dispute.ts'

/** Changes the creator's note as long as the evidence was not sent; the sending locks the same payment. */
export async function changeNote(
  ctx: Ctx,
  disputeId: string,
  change: Partial<Omit<NoteRow, 'disputeId' | 'writtenAt'>>,
): Promise<DisputeView> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const mine = await isSaleOf(tx, owner)
    const { payment } = await getDisputed(tx, disputeId, mine)
    await lockPayment(tx, payment.id)
    const { dispute, sent } = await getDisputed(tx, disputeId, mine)
    const refusal = whyNoNote(dispute, sent ?? undefined, tx.clock.now())
    if (refusal) throw new AppError('payment_state', refusal)
    const set = { ...change, writtenAt: tx.clock.now() }
    await tx.db
      .insert(disputeNotes)
      .values({ disputeId, text: '', ...set })
      .onConflictDoUpdate({ target: disputeNotes.disputeId, set })
    return viewDispute(tx, await getDisputed(tx, disputeId, mine))
  })
}

/** Refuses a stranger and a late caller before a file is received. */
export async function assertMayWrite(ctx: Ctx, disputeId: string): Promise<void> {
  const mine = await isSaleOf(ctx, requireVisitor(ctx))
  const { dispute, sent } = await getDisputed(ctx, disputeId, mine)
  const refusal = whyNoNote(dispute, sent ?? undefined, ctx.clock.now())
  if (refusal) throw new AppError('payment_state', refusal)
}
