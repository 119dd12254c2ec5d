import { and, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { notOfHouse } from '../identity/index.ts'
import { workflows } from './tables.ts'

/** Counts a delivered creation for the catalogue; what the house itself makes counts nowhere. */
export async function recordRemix(
  tx: TxCtx,
  { workflowId, ownerId }: { workflowId: string; ownerId: string },
): Promise<void> {
  await tx.db
    .update(workflows)
    .set({
      remixCount: sql`${workflows.remixCount} + 1`,
      popularity: sql`${workflows.popularity} + 1`,
    })
    .where(and(eq(workflows.id, workflowId), notOfHouse(sql`${ownerId}::uuid`)))
}
