import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflows } from './tables.ts'

export async function renameCreator(
  tx: TxCtx,
  news: { principalId: string; handle: string },
): Promise<void> {
  const renamed = await tx.db
    .update(workflows)
    .set({ handle: news.handle })
    .where(eq(workflows.ownerId, news.principalId))
    .returning({ id: workflows.id })
  announceWorkflows(
    tx,
    renamed.map((row) => row.id),
  )
}
