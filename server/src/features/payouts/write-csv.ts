import { writeCents } from '@vignette/contract/currency.ts'
import { formatCsv } from '../../platform/text-table.ts'
import type { Book } from '../ledger/index.ts'
import { type Line, sumLines } from './rules-statements.ts'

const HEAD = [
  'statement',
  'row',
  'posted_at',
  'posting',
  'part',
  'recipe',
  'workflow_id',
  'payment_id',
  'payout_id',
  'buyer_paid',
  'share_percent',
  'amount',
  'balance',
  'currency',
  'book',
]

interface CsvOf {
  number: string
  book: Book
  currency: string
  opening: number
  lines: readonly Line[]
}

/** The sealed text of a statement: the same lines always give the same bytes. */
export function writeCsv({ number, book, currency, opening, lines }: CsvOf): string {
  const edge = (row: 'opening' | 'closing', balance: number) => [
    number,
    row,
    ...Array.from({ length: 10 }, () => ''),
    writeCents(balance),
    currency,
    book,
  ]
  let balance = opening
  const body = lines.map((line) => {
    balance += line.amount
    return [
      number,
      'line',
      line.postedAt.toISOString(),
      line.posting,
      line.part,
      line.recipe,
      line.workflowId ?? '',
      line.paymentId ?? '',
      line.payoutId ?? '',
      line.buyerPaid === null ? '' : writeCents(line.buyerPaid),
      String(line.sharePercent ?? ''),
      writeCents(line.amount),
      writeCents(balance),
      currency,
      book,
    ]
  })
  return formatCsv([
    HEAD,
    edge('opening', opening),
    ...body,
    edge('closing', opening + sumLines(lines)),
  ])
}
