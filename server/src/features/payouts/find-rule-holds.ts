import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Groups } from '../../platform/db/groups.ts'
import { principals } from '../identity/index.ts'
import { sumClearedBySale } from '../ledger/index.ts'
import { currentBook, findReferralDoubts, findSaleDoubts } from '../payments/index.ts'
import { type Cause, findCauses, nameOf, type RuleHold, toHolds } from './rules-holds.ts'
import { type AccountRow, payoutHolds } from './tables.ts'

interface FindRuleHolds {
  /** The rules can hold money that cleared before this time. */
  at: Date
  /** The payout accounts, by their owner. */
  accounts: ReadonlyMap<string, AccountRow>
}

/** The holds that the rules set for each person at this moment, but for those that an admin has lifted. */
export async function findRuleHolds(
  ctx: Ctx,
  people: Groups,
  { at, accounts }: FindRuleHolds,
): Promise<Map<string, RuleHold[]>> {
  if (people.size === 0) return new Map()
  const book = currentBook(ctx)
  const ids = [...people.keys()]
  const rows = await ctx.db
    .select({ id: principals.id, createdAt: principals.createdAt })
    .from(principals)
    .where(sql`${principals.id} = any(${sql.param(ids)}::uuid[])`)
  const sold = await findSaleDoubts(ctx, { people, book })
  const referred = await findReferralDoubts(ctx, { people, book })
  const lifted = await findLifted(ctx, ids)
  const causes = new Map<string, Cause[]>()
  for (const { id, createdAt } of rows) {
    const doubts = sold.get(id) ?? { sales: [], weeks: [], disputed: [], recent: [], open: [] }
    const facts = {
      accountSince: createdAt,
      bankChangedAt: accounts.get(id)?.bankChangedAt ?? null,
      ...doubts,
      referred: referred.get(id) ?? [],
    }
    const found = findCauses(facts, ctx.clock.now())
    causes.set(
      id,
      found.filter((cause) => !lifted.has(`${id} ${nameOf(cause)}`)),
    )
  }
  const sales = [...causes.values()].flat().flatMap((cause) => cause.sales ?? [])
  const cleared = await sumClearedBySale(
    ctx,
    people,
    { book, currency: CURRENCY },
    [...new Set(sales)],
    at,
  )
  return new Map([...causes].map(([id, all]) => [id, toHolds(all, cleared.get(id) ?? new Map())]))
}

/** What an admin has lifted for a cause stays lifted for that cause. */
async function findLifted(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({
      principalId: payoutHolds.principalId,
      code: payoutHolds.code,
      cause: payoutHolds.cause,
    })
    .from(payoutHolds)
    .where(
      and(
        sql`${payoutHolds.principalId} = any(${sql.param([...ids])}::uuid[])`,
        eq(payoutHolds.book, currentBook(ctx)),
        eq(payoutHolds.liftedBy, 'admin'),
        isNotNull(payoutHolds.cause),
      ),
    )
  return new Set(rows.map((row) => `${row.principalId} ${nameOf(row)}`))
}
