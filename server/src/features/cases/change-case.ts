import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { assertUndecided, type FoundCase } from './queries.ts'
import { type CaseRow, cases } from './tables.ts'

/** Writes a change of an undecided case; the caller has locked payment and case. */
export async function changeCase(
  tx: TxCtx,
  { row, payment }: FoundCase,
  set: Partial<CaseRow>,
): Promise<FoundCase> {
  assertUndecided(row)
  const [changed] = await tx.db.update(cases).set(set).where(eq(cases.id, row.id)).returning()
  if (!changed) throw new Error('the case was not written')
  return { row: changed, payment }
}
