import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireUser } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { type StatementRow, statements } from './tables.ts'

/** The statement, for its creator or an admin; for any other caller there is none. */
export async function requireStatement(ctx: Ctx, number: string): Promise<StatementRow> {
  const caller = requireUser(ctx)
  const [row] = await ctx.db
    .select()
    .from(statements)
    .where(and(eq(statements.book, currentBook(ctx)), eq(statements.number, number)))
  const mayRead = row && (row.principalId === caller.id || (caller.admin && !caller.banned))
  if (!mayRead) throw new AppError('not_found', 'There is no such statement.')
  return row
}
