import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type FoundWorkflow, getOwn } from './queries.ts'
import { workflows } from './tables.ts'

/** A workflow of the caller, which no other transaction changes until this one ends. */
export async function lockOwn(tx: TxCtx, id: string): Promise<FoundWorkflow> {
  await tx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.id, id)).for('update')
  return getOwn(tx, id)
}
