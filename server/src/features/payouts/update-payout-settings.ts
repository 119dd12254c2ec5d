import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { payoutSettings } from './tables.ts'

export async function updatePayoutSettings(
  ctx: Ctx,
  { minimum }: { minimum: number },
): Promise<{ minimum: number }> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    if (owner.kind !== 'user') throw new AppError('sign_in_required', 'Sign in to choose this.')
    const set = { minimum, changedAt: tx.clock.now() }
    await tx.db
      .insert(payoutSettings)
      .values({ principalId: owner.id, ...set })
      .onConflictDoUpdate({ target: payoutSettings.principalId, set })
    return { minimum }
  })
}
