import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

/** The version of the creator terms that the owner accepted last. */
export async function findAcceptedTerms(
  ctx: Pick<Ctx, 'db'>,
  ownerId: string,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ version: principals.creatorTerms })
    .from(principals)
    .where(eq(principals.id, ownerId))
  return row?.version ?? null
}
