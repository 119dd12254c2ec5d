import type { PaperName } from '@vignette/contract/statements.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { requireUser } from '../identity/index.ts'
import { type Party, paperNames } from './tables.ts'

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

export function viewPaperName(party: Party | null): PaperName {
  return {
    party: party && { name: party.name, address: party.address, vat_id: party.vatId },
  }
}
