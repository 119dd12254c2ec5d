import { type Ctx, inTransaction } from '../../ctx.ts'

export async function countProfile(ctx: Ctx, principalId: string, own: boolean) {
  return inTransaction(ctx, async (tx) => {
    const counts = { creations: 0, workflows: 0 }
    for (const count of tx.hooks.profileCounted) {
      Object.assign(counts, await count(tx, { principalId, own }))
    }
    return counts
  })
}
