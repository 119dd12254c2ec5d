import type { PaperName, updatePaperName as route } from '@vignette/contract/statements.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { viewPaperName } from './get-paper-name.ts'
import { paperNames } from './tables.ts'

export async function updatePaperName(
  ctx: Ctx,
  { party: wish }: z.output<(typeof route)['body']>,
): Promise<PaperName> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    if (owner.kind !== 'user') throw new AppError('sign_in_required', 'Sign in to choose this.')
    if (wish === null) {
      await tx.db.delete(paperNames).where(eq(paperNames.principalId, owner.id))
      return viewPaperName(null)
    }
    const { name, address, vat_id: vatId = null } = wish
    const set = { party: { name, address, vatId }, changedAt: tx.clock.now() }
    await tx.db
      .insert(paperNames)
      .values({ principalId: owner.id, ...set })
      .onConflictDoUpdate({ target: paperNames.principalId, set })
    return viewPaperName(set.party)
  })
}
