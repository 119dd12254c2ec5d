import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn } from '../workflows/index.ts'
import { links } from './tables.ts'

export async function deleteLink(ctx: Ctx, workflowId: string, name: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await getOwn(tx, workflowId)
    await tx.db.delete(links).where(and(eq(links.workflowId, workflowId), eq(links.name, name)))
  })
}
