import { parseArgs } from 'node:util'
import { formatCents } from '@vignette/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { currentBook, findCreator } from '../payments/index.ts'
import { checkStatements } from './check-statements.ts'
import { makeMonthStatements } from './make-statements.ts'
import { endOf, isMonth, PARTS } from './rules.ts'
import { type StatementRow, statements } from './tables.ts'

async function findByNumber(ctx: Ctx, number: string | undefined): Promise<StatementRow> {
  if (!number)
    throw new CommandError('Name a statement by its number; `statements list` shows them.')
  const [row] = await ctx.db
    .select()
    .from(statements)
    .where(and(eq(statements.book, currentBook(ctx)), eq(statements.number, number)))
  if (!row) throw new CommandError('There is no such statement.')
  return row
}

function formatStatements(rows: StatementRow[]): string {
  return formatTable(
    ['number', 'of', 'creator', 'lines', 'opening', 'closing', 'made (UTC)'],
    rows.map((row) => [
      row.number,
      row.kind === 'month' ? row.month : `payout of ${formatCents(row.paid?.amount ?? 0)}`,
      row.principalId,
      String(row.lineCount),
      formatCents(row.opening),
      formatCents(row.closing),
      row.madeAt.toISOString().slice(0, 16).replace('T', ' '),
    ]),
    [3, 4, 5],
  )
}

export const statementCommands: Command[] = [
  {
    name: 'statements list',
    usage: 'statements list [--creator HANDLE|ID] [--last 20]',
    summary: 'Lists the newest statements',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { creator: { type: 'string' }, last: { type: 'string', default: '20' } },
      })
      const { creator } = values
      const person = creator === undefined ? undefined : await findCreator(ctx, creator)
      if (creator !== undefined && !person) {
        throw new CommandError('--creator takes the handle or the id of an account.')
      }
      const rows = await ctx.db
        .select()
        .from(statements)
        .where(
          and(
            eq(statements.book, currentBook(ctx)),
            person && eq(statements.principalId, person.id),
          ),
        )
        .orderBy(desc(statements.id))
        .limit(readLast(values.last))
      return rows.length === 0 ? 'There are no statements here.' : formatStatements(rows)
    },
  },
  {
    name: 'statements show',
    usage: 'statements show NUMBER [--csv]',
    summary: 'Shows one statement in figures, or its sealed CSV',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { csv: { type: 'boolean' } },
      })
      const row = await findByNumber(ctx, positionals[0])
      if (values.csv) return row.csv.trimEnd()
      const rows = [
        ['opening balance', formatCents(row.opening)],
        ...PARTS.map((part) => [part, formatCents(row.figures.parts[part])]),
        ['closing balance', formatCents(row.closing)],
      ]
      return `${formatStatements([row])}\n\n${formatTable(['what', 'amount'], rows, [1])}\n\nsha256 ${row.sha256}`
    },
  },
  {
    name: 'statements make',
    usage: 'statements make MONTH',
    summary: 'Makes the statements that are missing up to a month that has ended, as 2026-11',
    async run(ctx, args) {
      const [month] = args
      if (!month || !isMonth(month)) throw new CommandError('Name a month as 2026-11.')
      if (endOf(month) > ctx.clock.now()) {
        throw new CommandError(`${month} has not ended (UTC): its statements are made after it.`)
      }
      const made = await makeMonthStatements(ctx, month)
      return made.length === 0 ? 'No statement was missing.' : formatStatements(made)
    },
  },
  {
    name: 'statements check',
    usage: 'statements check',
    summary: 'Computes every statement again from the ledger and compares the bytes',
    async run(ctx) {
      const { checked, faults } = await checkStatements(ctx)
      return faults.length === 0
        ? `${checked} statements, each as sealed and as the ledger has it.`
        : faults.join('\n')
    },
  },
]
