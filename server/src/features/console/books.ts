import type { getBooks as route } from '@vignette/contract/books.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { NORMAL_SIDE } from '../../schema/ledger-kinds.ts'
import type { ReconciliationRow } from '../../schema/payments.ts'
import { requireStaff } from '../identity/index.ts'
import { listAccountTotals, listTaxRows } from '../ledger/index.ts'
import { currentBook, findComparison, requestComparison } from '../payments/index.ts'

type Answer = z.input<(typeof route)['answer']>

const MOST_DIFFERENCES = 100

/** Accounts of one kind stand together, and tax by its jurisdiction. */
export async function getBooks(ctx: Ctx): Promise<Answer> {
  requireStaff(ctx, 'getBooks')
  const books: Answer['books'] = []
  for (const { book, kind, jurisdiction, amount } of await listAccountTotals(ctx)) {
    let found = books.find((one) => one.book === book)
    if (!found) {
      found = { book, current: book === currentBook(ctx), off: 0, accounts: [] }
      books.push(found)
    }
    found.off += amount
    const side = NORMAL_SIDE[kind]
    const balance = side === 'credit' ? -amount : amount
    const same = found.accounts.find(
      (one) => one.kind === kind && one.jurisdiction === jurisdiction,
    )
    if (same) same.balance += balance
    else found.accounts.push({ kind, jurisdiction, side, balance })
  }
  const comparison = await findComparison(ctx)
  return {
    books: books.sort((a, b) => Number(b.current) - Number(a.current)),
    comparison: comparison ? viewComparison(comparison) : null,
  }
}

function viewComparison({ finishedAt, compared, differences }: ReconciliationRow) {
  return {
    at: finishedAt.toISOString(),
    payments: compared,
    differences: differences
      .slice(0, MOST_DIFFERENCES)
      .map(({ kind, paymentId, ours, theirs, mended = false }) => ({
        kind,
        payment_id: paymentId,
        ours,
        theirs,
        mended,
      })),
    more: Math.max(0, differences.length - MOST_DIFFERENCES),
  }
}

export async function compareBooks(ctx: Ctx): Promise<void> {
  requireStaff(ctx, 'compareBooks')
  await requestComparison(ctx)
}

export async function exportTaxReport(ctx: Ctx, quarter: string): Promise<string> {
  requireStaff(ctx, 'exportTaxReport')
  return `${(await listTaxRows(ctx, quarter)).join('\r\n')}\r\n`
}
