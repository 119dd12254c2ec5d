import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

/** The accounts that these principals are or belong to, by their ids in order; an unclaimed visitor has none. */
export async function listAccountsOf(
  ctx: Pick<Ctx, 'db'>,
  principalIds: string[],
): Promise<string[]> {
  const found = new Set<string>()
  let ids = principalIds
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
