import { CURRENCY } from '@vignette/contract/limits.ts'
import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from '../identity/index.ts'
import { type Book, listOwedPrincipals } from '../ledger/index.ts'

/** The accounts that cleared money belongs to: a claimed visitor's money is the account's. */
export async function listCreatorsOwed(
  ctx: Pick<Ctx, 'db'>,
  book: Book,
  at: Date,
): Promise<string[]> {
  const found = new Set<string>()
  let ids = await listOwedPrincipals(ctx, { book, currency: CURRENCY }, at)
  while (ids.length > 0) {
    const rows = await ctx.db
      .select({ id: principals.id, kind: principals.kind, claimedBy: principals.claimedBy })
      .from(principals)
      .where(inArray(principals.id, ids))
    for (const { id, kind } of rows) if (kind === 'user') found.add(id)
    ids = rows.flatMap(({ claimedBy }) => claimedBy ?? [])
  }
  return [...found].toSorted()
}
