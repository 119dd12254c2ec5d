import { max } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { addDays } from './rules.ts'
import { countedDays } from './tables.ts'

/** The first day that no recount has counted; undefined before the first. */
export async function findUncounted(ctx: Pick<Ctx, 'db'>): Promise<string | undefined> {
  const [row] = await ctx.db.select({ last: max(countedDays.day) }).from(countedDays)
  return row?.last ? addDays(row.last, 1) : undefined
}
