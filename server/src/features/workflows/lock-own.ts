import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type FoundWorkflow, getOwn } from './queries.ts'
import { workflows } from './tables.ts'

/**
 * Locks a workflow of the caller, so that no other transaction changes the workflow until the
 * current transaction ends.
 */
export async function lockOwn(tx: TxCtx, id: string): Promise<FoundWorkflow> {
  await tx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.id, id)).for('update')
  return getOwn(tx, id)
}
