import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { paperNumbers, type StatementRow, statements } from '../../schema/payouts.ts'
import { listOwners } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { isListedOn, listLines } from './list-lines.ts'
import { hashOf } from './seal-statement.ts'
import { writeCsv } from './write-csv.ts'

/** Writes each statement of the book again from the ledger; tells what differs, and each missing number. */
export async function checkStatements(ctx: Ctx): Promise<{ checked: number; faults: string[] }> {
  const book = currentBook(ctx)
  // The series are read before the statements, so that a statement made in between does not look like a gap.
  const series = await ctx.db.select().from(paperNumbers).where(eq(paperNumbers.book, book))
  const rows = await ctx.db
    .select()
    .from(statements)
    .where(eq(statements.book, book))
    .orderBy(asc(statements.principalId), asc(statements.kind), asc(statements.position))
  const faults: string[] = []
  let before: StatementRow | undefined
  for (const row of rows) {
    const follows = before?.principalId === row.principalId && before.kind === row.kind
    if (row.opening !== (follows ? before?.closing : 0)) {
      faults.push(`${row.number} does not open with the closing balance of the one before.`)
    }
    before = row
    if (hashOf(row.csv) !== row.sha256) faults.push(`${row.number} is not as it was sealed.`)
    const owners = await listOwners(ctx, row.principalId)
    const lines = await listLines(ctx, owners, row, isListedOn(row.id))
    if (writeCsv({ ...row, lines }) !== row.csv) {
      faults.push(`${row.number} is not what the ledger has.`)
    }
  }
  for (const { series: name, last } of series.filter((each) => each.series.startsWith('VG-'))) {
    const count = rows.filter(({ number }) => number.includes(`${name}-`)).length
    if (count < last) faults.push(`${name} has ${count} statements and ${last} numbers.`)
  }
  return { checked: rows.length, faults }
}
