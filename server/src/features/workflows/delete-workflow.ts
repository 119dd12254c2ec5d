import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { dropSample } from './drop-sample.ts'
import { getOwn } from './queries.ts'
import { workflows } from './tables.ts'

export async function deleteWorkflow(ctx: Ctx, id: string): Promise<void> {
  requireVisitor(ctx)
  await inTransaction(ctx, async (tx) => {
    const { row } = await getOwn(tx, id)
    await tx.db.update(workflows).set({ deletedAt: tx.clock.now() }).where(eq(workflows.id, id))
    if (row.sampleMediaId) await dropSample(tx, row.sampleMediaId)
    announceWorkflows(tx, [id])
  })
}
