import { eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** Counts a proof that its buyer kept, declined or left unanswered. */
export async function recordProofEnd(tx: TxCtx, workflowId: string, kept: boolean): Promise<void> {
  await tx.db
    .update(workflows)
    .set({
      proofsEnded: sql`${workflows.proofsEnded} + 1`,
      ...(kept ? { proofsKept: sql`${workflows.proofsKept} + 1` } : {}),
    })
    .where(eq(workflows.id, workflowId))
}
