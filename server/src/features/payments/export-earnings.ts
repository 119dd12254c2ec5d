import type { Ctx } from '../../ctx.ts'
import { formatCsv } from '../../platform/format-csv.ts'
import { listOwners, requireVisitor } from '../identity/index.ts'
import { type LedgerLine, listLedgerLines } from '../ledger/index.ts'
import { currentBook } from './current-book.ts'
import { findWorkflowNames } from './queries.ts'

const HEAD = [
  'posted_at',
  'posting',
  'recipe',
  'workflow_id',
  'payment_id',
  'amount',
  'currency',
  'book',
  'share_percent',
  'available_from',
]

/** Every posting to the caller's earnings in the current book, oldest first. */
export async function exportEarnings(ctx: Ctx): Promise<string> {
  const caller = requireVisitor(ctx)
  const lines = await listLedgerLines(ctx, {
    book: currentBook(ctx),
    ownerIds: await listOwners(ctx, caller.id),
  })
  const ids = new Set(lines.flatMap(({ workflowId }) => workflowId ?? []))
  const names = await findWorkflowNames(ctx, [...ids])
  const rows = lines.map((line) => toRow(line, names.get(line.workflowId ?? '') ?? ''))
  return formatCsv([HEAD, ...rows])
}

function toRow(line: LedgerLine, name: string): string[] {
  return [
    line.occurredAt.toISOString(),
    line.kind,
    name,
    line.workflowId ?? '',
    line.paymentId ?? '',
    (-line.amount / 100).toFixed(2),
    line.currency,
    line.book,
    String(line.sharePercent ?? ''),
    line.clearsAt?.toISOString() ?? '',
  ]
}
