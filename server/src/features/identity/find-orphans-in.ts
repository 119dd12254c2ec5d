import { eq, isNotNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'

const AT_ONCE = 500

export const isDeleted = isNotNull(principals.deletedAt)

export const isGone = or(isDeleted, isNotNull(principals.bannedAt))

/** Owners in `table` who were claimed or match `left`, a condition on rows that a deletion or ban should have ended. */
export async function findOrphansIn(
  ctx: Pick<Ctx, 'db'>,
  table: PgTable,
  { owner, left }: { owner: PgColumn; left: SQL | undefined },
): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: principals.id })
    .from(principals)
    .innerJoin(table, eq(owner, principals.id))
    .where(or(isNotNull(principals.claimedBy), left))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}
