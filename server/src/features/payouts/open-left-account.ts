import type { openLeftAccount as route } from '@vignette/contract/leaving.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockActing } from '../identity/index.ts'
import { openAccountForm, recordAccount, requirePayouts } from './open-account-form.ts'
import { readLeft } from './read-left.ts'

/** Leads the owner of a deleted account to the vendor's form; the link is the authority. */
export async function openLeftAccount(
  ctx: Ctx,
  { token, country, email }: { token: string; country: string; email?: string | undefined },
): Promise<z.input<(typeof route)['answer']>> {
  requirePayouts(ctx)
  const { principalId } = await readLeft(ctx, token)
  const row = await inTransaction(ctx, async (tx) => {
    await lockActing(tx, principalId, 'no key update')
    if (!(await readLeft(tx, token)).mayOpen) {
      throw new AppError(
        'forbidden',
        'No bank details are needed now. To change those in use, write to us.',
      )
    }
    return recordAccount(tx, principalId, country)
  })
  return openAccountForm(ctx, { row, country, email: email ?? null, page: '/leaving' })
}
