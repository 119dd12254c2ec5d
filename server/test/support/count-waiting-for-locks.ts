import { sql } from 'drizzle-orm'
import type { Ctx } from '../../src/ctx.ts'

/** Counts this database's connections that wait for a row lock or advisory lock. */
export async function countWaitingForLocks(ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? 0
}
