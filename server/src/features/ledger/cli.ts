import { parseArgs } from 'node:util'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type Command, CommandError } from '../../command.ts'
import { formatTable } from '../../platform/cli/format-table.ts'
import type { Book } from './book.ts'
import { formatLedger } from './format-ledger.ts'
import { listAccountTotals, listLedgerLines } from './queries.ts'

const NORMALLY_CREDIT = new Set([
  'platform',
  'creator',
  'unclaimed',
  'owed_back',
  'set_aside',
  'provider_payables',
  'in_transit',
])

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
      const last = Number(values.last)
      if (!Number.isInteger(last) || last < 1) throw new CommandError('--last takes a whole number')
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
      const rows = totals.map((account) => [
        account.book,
        account.kind,
        account.ownerId ?? '',
        formatCents(NORMALLY_CREDIT.has(account.kind) ? -account.amount : account.amount),
        NORMALLY_CREDIT.has(account.kind) ? 'owed' : 'held or spent',
      ])
      const books = [...new Set(totals.map(({ book }) => book))].map((book) => {
        const inBook = totals.filter((account) => account.book === book)
        const sum = inBook.reduce((total, account) => total + account.amount, 0)
        return `${book}: ${sum === 0 ? 'Balanced: $0.00.' : `NOT BALANCED: off by ${formatCents(sum)}.`}`
      })
      const table = formatTable(['book', 'account', 'owner', 'balance', ''], rows, [3])
      return [table, '', ...books].join('\n')
    },
  },
]
