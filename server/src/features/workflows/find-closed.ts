import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

export type Closed = 'paused' | 'failing' | 'without its model' | 'hidden' | 'taken down'

/** Why a workflow starts no new run, if so; the answer holds until the transaction ends. */
export async function findClosed(tx: TxCtx, id: string): Promise<Closed | undefined> {
  const [row] = await tx.db
    .select({
      state: workflows.state,
      failingAt: workflows.failingAt,
      goneModel: workflows.goneModel,
      hiddenAt: workflows.hiddenAt,
      deletedAt: workflows.deletedAt,
    })
    .from(workflows)
    .where(eq(workflows.id, id))
    .for('key share')
  if (row?.deletedAt) return 'taken down'
  if (row?.hiddenAt) return 'hidden'
  if (row?.state === 'paused') return 'paused'
  if (row?.goneModel) return 'without its model'
  return row?.failingAt ? 'failing' : undefined
}
