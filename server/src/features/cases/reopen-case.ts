import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { endCase } from './end-case.ts'
import type { FoundCase } from './queries.ts'
import { cases } from './tables.ts'
import { tellOfTrouble } from './tell-of-case.ts'

/** A granted case whose refund failed is the operator's again. */
export async function reopenCase(
  tx: TxCtx,
  { row, payment }: FoundCase,
  reason: string,
): Promise<void> {
  const { refundId } = row
  if (row.state !== 'granted' || !refundId) return
  const now = tx.clock.now()
  const [reopened] = await tx.db
    .update(cases)
    .set({
      state: row.answeredAt ? 'answered' : 'open',
      granted: null,
      refundId: null,
      decision: null,
      decidedBy: null,
      decidedAt: null,
      operatorSince: row.operatorSince ?? now,
      operatorToldAt: null,
      trouble: reason,
    })
    .where(eq(cases.id, row.id))
    .returning()
  if (!reopened) throw new Error('the case was not written')
  const found = { row: reopened, payment }
  await tellOfTrouble(tx, found, { refundId, reason })
  if (payment.disputed > 0) await endCase(tx, found, 'disputed')
  tx.afterCommit(() => tx.log.error({ caseId: row.id, refundId }, 'the refund of a case failed'))
}
