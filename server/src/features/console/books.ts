import type { getBooks as route } from '@vignette/contract/console.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { NORMAL_SIDE } from '../../schema/ledger-kinds.ts'
import { requireStaff } from '../identity/index.ts'
import { listAccountTotals, listTaxRows } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'

type Books = z.input<(typeof route)['answer']>['books']

/** Accounts of one kind stand together, and tax by its jurisdiction. */
export async function getBooks(ctx: Ctx): Promise<{ books: Books }> {
  requireStaff(ctx, 'getBooks')
  const books: Books = []
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
  return { books: books.sort((a, b) => Number(b.current) - Number(a.current)) }
}

export async function exportTaxReport(ctx: Ctx, quarter: string): Promise<string> {
  requireStaff(ctx, 'exportTaxReport')
  return `${(await listTaxRows(ctx, quarter)).join('\r\n')}\r\n`
}
