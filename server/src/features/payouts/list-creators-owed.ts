import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { listAccountsOf } from '../identity/index.ts'
import { type Book, listOwedPrincipals } from '../ledger/index.ts'

/** The accounts that cleared money belongs to: a claimed visitor's money is the account's. */
export async function listCreatorsOwed(
  ctx: Pick<Ctx, 'db'>,
  book: Book,
  at: Date,
): Promise<string[]> {
  return listAccountsOf(ctx, await listOwedPrincipals(ctx, { book, currency: CURRENCY }, at))
}
