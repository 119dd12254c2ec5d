import { formatCents } from '@vignette/contract/money.ts'
import { formatTable } from '../../platform/cli/format-table.ts'
import type { LedgerLine } from './queries.ts'

/** Prints the journal: each entry with debits and credits, and their equal sums. */
export function formatLedger(lines: LedgerLine[]): string {
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
