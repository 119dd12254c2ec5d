import { type SQL, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/**
 * Waits for runs and checkouts that are starting, and lets new runs and checkouts wait, until the
 * transaction ends.
 */
export async function lockWorkflows(tx: TxCtx, which: SQL | undefined): Promise<void> {
  await tx.db
    .select({ one: sql`1` })
    .from(workflows)
    .where(which)
    .orderBy(workflows.id)
    .for('update')
}
