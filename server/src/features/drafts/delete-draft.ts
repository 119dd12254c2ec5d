import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { draftNotFound, isOwn } from './queries.ts'
import { workflowDrafts } from './tables.ts'

export async function deleteDraft(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const gone = await tx.db
      .delete(workflowDrafts)
      .where(isOwn(tx, id))
      .returning({ id: workflowDrafts.id })
    if (gone.length === 0) throw draftNotFound()
  })
}
