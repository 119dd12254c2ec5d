import type { CreationView } from '@vignette/contract/creations.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { keepFirst } from '../media/index.ts'
import { assertMayBePublic } from '../moderation/index.ts'
import { changeCreation } from './change-creation.ts'
import { creationPorts } from './ports.ts'
import { getOwnDelivered } from './queries.ts'
import { viewCreation } from './view-creation.ts'

export async function updateCreation(
  ctx: Ctx,
  id: string,
  wish: { public?: boolean | undefined; share_inputs?: boolean | undefined },
): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    if (wish.public && before.proofUntil) throw keepFirst()
    if (wish.public && before.test && !(await creationPorts.isPaid.ask(tx, { id }))) {
      throw new AppError('forbidden', 'A test of your own recipe stays private.')
    }
    if (wish.public) await assertMayBePublic(tx, id)
    if (wish.public && before.hiddenAt) {
      throw new AppError('content_refused', 'This creation was hidden and cannot be public.')
    }
    return changeCreation(tx, before, {
      public: wish.public ?? before.public,
      shareInputs: wish.share_inputs ?? before.shareInputs,
    })
  })
  return viewCreation(ctx, row)
}
