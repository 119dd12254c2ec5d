import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { listAccountsOf, listOwners, lockActing } from '../identity/index.ts'
import { listMovedPrincipals, type Money } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { isUnlisted, listLines } from './list-lines.ts'
import { endOf, monthAfter, monthOf } from './rules.ts'
import { sealStatement } from './seal-statement.ts'
import { type StatementRow, statements } from './tables.ts'

/** Makes each creator's missing statements up to a month that has ended, in order. */
export async function makeMonthStatements(ctx: Ctx, month: string): Promise<StatementRow[]> {
  const money = { book: currentBook(ctx), currency: CURRENCY }
  const moved = await listMovedPrincipals(ctx, money, isUnlisted('month', endOf(month)))
  const made: StatementRow[] = []
  let failure: unknown
  for (const principalId of await listAccountsOf(ctx, moved)) {
    try {
      for (const missing of await listMissingMonths(ctx, principalId, money, month)) {
        const statement = await makeMonthStatement(ctx, principalId, money, missing)
        if (statement) made.push(statement)
      }
    } catch (error) {
      // A statement that fails stops no statement of another creator.
      ctx.log.error({ err: error, principalId, month }, 'a statement could not be made')
      failure = error
    }
  }
  if (failure) throw failure
  return made
}

async function makeMonthStatement(
  ctx: Ctx,
  principalId: string,
  money: Money,
  month: string,
): Promise<StatementRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    await lockActing(tx, principalId, 'no key update')
    const last = await findLastMonth(tx, principalId, money)
    if (last !== undefined && last >= month) return undefined
    return sealStatement(tx, {
      ...money,
      principalId,
      kind: 'month',
      month,
      payout: null,
      until: endOf(month),
    })
  })
}

/** A line that was posted late stands on the statement of the next month that has none. */
async function listMissingMonths(
  ctx: Ctx,
  principalId: string,
  money: Money,
  month: string,
): Promise<string[]> {
  const owners = await listOwners(ctx, principalId)
  const lines = await listLines(ctx, owners, money, isUnlisted('month', endOf(month)))
  const last = await findLastMonth(ctx, principalId, money)
  const days = lines.map(({ postedAt }) => monthOf(postedAt)).toSorted()
  const [first] = days
  if (!first) return []
  const months: string[] = []
  const next = last === undefined || first > last ? first : monthAfter(last)
  for (let at = next; at <= month; at = monthAfter(at)) months.push(at)
  return months
}

async function findLastMonth(
  ctx: Pick<Ctx | TxCtx, 'db'>,
  principalId: string,
  { book, currency }: Money,
): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ month: statements.month })
    .from(statements)
    .where(
      and(
        eq(statements.principalId, principalId),
        eq(statements.kind, 'month'),
        eq(statements.book, book),
        eq(statements.currency, currency),
      ),
    )
    .orderBy(desc(statements.month))
    .limit(1)
  return row?.month
}
