import { type Ctx, inTransaction } from '../../ctx.ts'
import { identityPorts } from './ports.ts'

export async function countProfile(ctx: Ctx, principalId: string, own: boolean) {
  return inTransaction(ctx, async (tx) => {
    const counts = { creations: 0, workflows: 0, unread_notices: 0 }
    for await (const some of identityPorts.profileCounts.askEach(tx, { principalId, own })) {
      Object.assign(counts, some)
    }
    return counts
  })
}
