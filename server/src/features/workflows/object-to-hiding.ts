import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { openObjection } from '../moderation/index.ts'
import { lockOwn } from './lock-own.ts'

/** Puts the creator's objection to an admin's hiding into the queue of reports. */
export async function objectToHiding(ctx: Ctx, id: string, text: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const { row } = await lockOwn(tx, id)
    if (!row.hiddenAt) throw new AppError('conflict', 'This recipe is not hidden.')
    await openObjection(tx, { type: 'workflow', id, ownerId: owner.id, text })
  })
}
