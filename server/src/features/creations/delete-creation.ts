import { type Ctx, inTransaction } from '../../ctx.ts'
import { changeCreation } from './change-creation.ts'
import { getOwnDelivered } from './queries.ts'

export async function deleteCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    await changeCreation(tx, before, { deletedAt: tx.clock.now() })
  })
}
