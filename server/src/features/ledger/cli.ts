import { parseArgs } from 'node:util'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type Command, CommandError, readLast } from '../../command.ts'
import { formatTable } from '../../platform/text-table.ts'
import { NORMAL_SIDE } from '../../schema/ledger-kinds.ts'
import type { Book } from './book.ts'
import { listAccountTotals } from './list-account-totals.ts'
import { type LedgerLine, listLedgerLines } from './queries.ts'
import { listTaxRows } from './report-tax.ts'

function readBook(text: string): Book {
  if (text === 'live' || /^test:[a-z]+$/.test(text)) return text as Book
  throw new CommandError('--book is live, or test: and a gateway such as test:sandbox.')
}

export const ledgerCommands: Command[] = [
  {
    name: 'ledger show',
    usage: 'ledger show [--book live] [--payment ID] [--last 50]',
    summary: 'Prints entries with their lines, and whether they balance',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: {
          book: { type: 'string' },
          payment: { type: 'string' },
          last: { type: 'string', default: '50' },
        },
      })
      const last = readLast(values.last)
      if (values.payment !== undefined && !UUID_PATTERN.test(values.payment)) {
        throw new CommandError('--payment takes the id of a payment; `payments list` shows them.')
      }
      const lines = await listLedgerLines(
        ctx,
        values.payment
          ? { paymentId: values.payment }
          : { ...(values.book ? { book: readBook(values.book) } : {}), lastEntries: last },
      )
      return formatLedger(lines)
    },
  },
  {
    name: 'ledger balance',
    usage: 'ledger balance [--book live]',
    summary: 'Prints the balance of every account, book by book',
    async run(ctx, args) {
      const { values } = parseArgs({ args, options: { book: { type: 'string' } } })
      const totals = await listAccountTotals(ctx, values.book ? readBook(values.book) : undefined)
      const rows = totals.map(({ book, kind, ownerId, jurisdiction, amount }) => [
        book,
        kind,
        ownerId ?? jurisdiction ?? '',
        formatCents(NORMAL_SIDE[kind] === 'credit' ? -amount : amount),
        NORMAL_SIDE[kind] === 'credit' ? 'owed' : 'held or spent',
      ])
      const books = [...new Set(totals.map(({ book }) => book))].map((book) => {
        const inBook = totals.filter((account) => account.book === book)
        const sum = inBook.reduce((total, account) => total + account.amount, 0)
        return `${book}: ${sum === 0 ? `Balanced: ${formatCents(0)}.` : `NOT BALANCED: off by ${formatCents(sum)}.`}`
      })
      const table = formatTable(['book', 'account', 'owner', 'balance', ''], rows, [3])
      return [table, '', ...books].join('\n')
    },
  },
  {
    name: 'tax report',
    usage: 'tax report 2026-Q4 [--book live]',
    summary: 'Prints the tax of a quarter by country and state, as CSV',
    async run(ctx, args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { book: { type: 'string' } },
      })
      const quarter = positionals[0] ?? ''
      if (!/^20\d{2}-Q[1-4]$/.test(quarter))
        throw new CommandError('Name a quarter such as 2026-Q4.')
      const book = values.book ? readBook(values.book) : undefined
      return (await listTaxRows(ctx, quarter, book)).join('\n')
    },
  },
]

/** Prints the journal: each entry with debits and credits, and their equal sums. */
function formatLedger(lines: LedgerLine[]): string {
  if (lines.length === 0) return 'The ledger has no entries here.'
  const rows: string[][] = []
  let entryId = ''
  for (const line of lines) {
    const first = line.entryId !== entryId
    entryId = line.entryId
    rows.push([
      first ? String(line.seq) : '',
      first ? line.occurredAt.toISOString().slice(0, 19).replace('T', ' ') : '',
      first ? line.book : '',
      first ? line.kind : '',
      first ? `${line.subjectType} ${line.subjectId}` : '',
      [line.account, line.ownerId ?? line.jurisdiction].filter(Boolean).join(' '),
      line.amount > 0 ? formatCents(line.amount) : '',
      line.amount < 0 ? formatCents(-line.amount) : '',
      line.sharePercent === null ? '' : `${line.sharePercent}%`,
    ])
  }
  const debits = lines.reduce((sum, line) => sum + Math.max(0, line.amount), 0)
  const credits = lines.reduce((sum, line) => sum + Math.max(0, -line.amount), 0)
  const table = formatTable(
    ['#', 'when (UTC)', 'book', 'posting', 'about', 'account', 'debit', 'credit', 'share'],
    rows,
    [0, 6, 7, 8],
  )
  const entries = new Set(lines.map((line) => line.entryId)).size
  const verdict = debits === credits ? 'balanced' : 'NOT BALANCED'
  return `${table}\n\n${entries} entries, debits ${formatCents(debits)}, credits ${formatCents(credits)}: ${verdict}.`
}
