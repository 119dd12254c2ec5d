import type { openPayoutAccount as route } from '@vignette/contract/payouts.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { openAccountForm, recordAccount, requirePayouts } from './open-account-form.ts'

/** Opens the caller's account at the vendor where there is none, and leads to the vendor's form. */
export async function openPayoutAccount(
  ctx: Ctx,
  { country }: { country: string },
): Promise<z.input<(typeof route)['answer']>> {
  requirePayouts(ctx)
  const row = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    if (owner.kind !== 'user' || owner.banned) {
      throw new AppError('forbidden', 'Only an account in good standing is paid out.')
    }
    return recordAccount(tx, owner.id, country)
  })
  const email = ctx.caller.principal?.email ?? null
  return openAccountForm(ctx, { row, country, email, page: '/studio/money' })
}
