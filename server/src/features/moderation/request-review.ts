import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { reports } from './tables.ts'

/** The classifier asks for a review by an admin; until then the creation stays its owner's alone. */
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
