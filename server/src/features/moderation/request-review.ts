import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { reports } from './tables.ts'

/** The classifier asks an admin for a review; until the decision only the owner sees the creation. */
export async function requestReview(
  tx: TxCtx,
  input: { creationId: string; score: number },
): Promise<void> {
  await tx.db.insert(reports).values({
    id: newId(),
    subjectType: 'creation',
    subjectId: input.creationId,
    source: 'classifier',
    reason: 'sexual',
    note: `The picture scored ${input.score.toFixed(2)}.`,
    score: input.score,
    createdAt: tx.clock.now(),
  })
}
