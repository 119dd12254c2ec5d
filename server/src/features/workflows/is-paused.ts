import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** Whether the creator has paused the workflow; the answer holds until the transaction ends. */
export async function isPaused(tx: TxCtx, id: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ state: workflows.state })
    .from(workflows)
    .where(eq(workflows.id, id))
    .for('key share')
  return row?.state === 'paused'
}
