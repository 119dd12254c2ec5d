import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type HealthPauseRow, healthPauses } from './tables.ts'

/** Ends the open pause of a workflow, whose row is locked; undefined where none was open. */
export async function endPause(
  tx: TxCtx,
  workflowId: string,
  by: NonNullable<HealthPauseRow['endedBy']>,
): Promise<HealthPauseRow | undefined> {
  const [ended] = await tx.db
    .update(healthPauses)
    .set({ endedAt: tx.clock.now(), endedBy: by })
    .where(and(eq(healthPauses.workflowId, workflowId), isNull(healthPauses.endedAt)))
    .returning()
  return ended
}
