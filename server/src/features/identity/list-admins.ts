import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { principals } from './tables.ts'
import { isAdmin } from './to-principal.ts'

/** The ids of the operators that have an account. */
export async function listAdmins(ctx: Pick<Ctx, 'db' | 'config'>): Promise<string[]> {
  const listed = ctx.config.ADMIN_EMAILS
  const rows = await ctx.db
    .select()
    .from(principals)
    .where(
      and(
        eq(principals.kind, 'user'),
        isNull(principals.deletedAt),
        or(
          listed.length > 0 ? inArray(sql`lower(${principals.email})`, listed) : sql`false`,
          eq(principals.developmentAdmin, true),
        ),
      ),
    )
  return rows.filter((row) => isAdmin(row, ctx.config)).map(({ id }) => id)
}
