import type { PaperName, updatePaperName as route } from '@vignette/contract/statements.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Party, paperNames } from '../../schema/payouts.ts'
import { lockCaller, requireUser } from '../identity/index.ts'

export async function getPaperName(ctx: Ctx): Promise<PaperName> {
  return viewPaperName(await findPaperName(ctx, requireUser(ctx).id))
}

export async function findPaperName(
  ctx: Pick<Ctx, 'db'>,
  principalId: string,
): Promise<Party | null> {
  const [row] = await ctx.db
    .select({ party: paperNames.party })
    .from(paperNames)
    .where(eq(paperNames.principalId, principalId))
  return row?.party ?? null
}

function viewPaperName(party: Party | null): PaperName {
  return {
    party: party && { name: party.name, address: party.address, vat_id: party.vatId },
  }
}

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
