import { type Ctx, inTransaction } from '../../ctx.ts'
import { dropProof, lockProof } from '../creations/index.ts'
import { lockCaller } from '../identity/index.ts'
import { declineProof } from '../payments/index.ts'

/** The buyer does not want what the proof shows: it is deleted, and the authorisation is released. */
export async function declineCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await lockProof(tx, id)
    await declineProof(tx, id)
    await dropProof(tx, id)
  })
}
