import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { follows } from './tables.ts'

/** Counting ends here, so that the count of a famous creator costs no more than another. */
const MOST = 100_000

export async function countFollowers(ctx: Pick<Ctx, 'db'>, id: string): Promise<number> {
  const some = ctx.db
    .select({ one: sql`1` })
    .from(follows)
    .where(eq(follows.followedId, id))
    .limit(MOST)
  return ctx.db.$count(some.as('some'))
}
