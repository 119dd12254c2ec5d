import { eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** Counts a delivered creation for the catalogue. */
export async function recordRemix(tx: TxCtx, workflowId: string): Promise<void> {
  await tx.db
    .update(workflows)
    .set({
      remixCount: sql`${workflows.remixCount} + 1`,
      popularity: sql`${workflows.popularity} + 1`,
    })
    .where(eq(workflows.id, workflowId))
}
