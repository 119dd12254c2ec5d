import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type PrincipalRow, pastUsernames, principals } from './tables.ts'

/** The account with this username, else the one that gave it up within the last year. */
export async function findByHandle(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string,
): Promise<PrincipalRow | undefined> {
  const now = ctx.clock.now().toISOString()
  // A scalar, so that both sides of the `or` are looked up in an index.
  const past = sql`(select ${pastUsernames.principalId} from ${pastUsernames}
    where ${pastUsernames.username} = ${handle} and ${pastUsernames.keptUntil} > ${now}::timestamptz)`
  const isNamed = eq(principals.username, handle)
  const [row] = await ctx.db
    .select()
    .from(principals)
    .where(and(or(isNamed, eq(principals.id, past)), isNull(principals.deletedAt)))
    .orderBy(desc(sql`coalesce(${isNamed}, false)`))
    .limit(1)
  return row
}
