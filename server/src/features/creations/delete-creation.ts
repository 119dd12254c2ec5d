import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { changeCreation } from './change-creation.ts'
import { getOwnDelivered } from './queries.ts'

export async function deleteCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    if (before.proofUntil) {
      throw new AppError(
        'payment_state',
        'This is a proof. Keep it, or decline it: that deletes it.',
      )
    }
    await changeCreation(tx, before, { deletedAt: tx.clock.now() })
  })
}
