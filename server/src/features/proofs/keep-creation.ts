import type { CreationView } from '@vignette/contract/creations.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockOwnCreation, openProof, viewCreation } from '../creations/index.ts'
import { lockCaller } from '../identity/index.ts'
import { keepProof } from '../payments/index.ts'

/** The buyer pays for a proof: one transaction opens the whole file and requests the capture. */
export async function keepCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const kept = await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, proof } = await lockOwnCreation(tx, id)
    // What was kept before is answered again: the first answer may have been lost.
    if (!proof) return row
    await keepProof(tx, id)
    return openProof(tx, proof)
  })
  return viewCreation(ctx, kept)
}
