import type { StatementSummary } from '@vignette/contract/statements.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { requireUser } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { statements } from './tables.ts'
import { viewSummary } from './view-statement.ts'

export async function listStatements(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<{ statements: StatementSummary[]; next_cursor: string | null }> {
  const caller = requireUser(ctx)
  const book = currentBook(ctx)
  const isOwn = and(eq(statements.principalId, caller.id), eq(statements.book, book))
  const list = {
    name: ['statements', caller.id, book],
    columns: [statements.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: statements, key: at.key })
      .from(statements)
      .where(and(isOwn, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { statements: rows.map(({ row }) => viewSummary(row)), next_cursor }
}
