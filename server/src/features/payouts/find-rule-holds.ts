import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { findByAnyId } from '../identity/index.ts'
import { sumClearedBySale } from '../ledger/index.ts'
import { currentBook, findReferralDoubts, findSaleDoubts } from '../payments/index.ts'
import { findAccount } from './queries.ts'
import { type Cause, findCauses, nameOf, type RuleHold, toHolds } from './rules-holds.ts'
import { payoutHolds } from './tables.ts'

interface FindRuleHolds {
  principalId: string
  /** The creator's account, and the visitors that became part of the account at a sign-in. */
  ownerIds: string[]
  /** The rules can hold money that cleared before this time. */
  at: Date
}

/** The holds that the rules set at this moment, but for those that an admin has lifted. */
export async function findRuleHolds(
  ctx: Ctx,
  { principalId, ownerIds, at }: FindRuleHolds,
): Promise<RuleHold[]> {
  const book = currentBook(ctx)
  const person = await findByAnyId(ctx, principalId)
  if (!person) return []
  const facts = {
    accountSince: person.createdAt,
    bankChangedAt: (await findAccount(ctx, principalId))?.bankChangedAt ?? null,
    ...(await findSaleDoubts(ctx, { ownerIds, book })),
    referred: await findReferralDoubts(ctx, { ownerIds, book }),
  }
  const causes = await dropLifted(ctx, principalId, findCauses(facts, ctx.clock.now()))
  const sales = causes.flatMap((cause) => cause.sales ?? [])
  const money = { ownerIds, book, currency: CURRENCY }
  return toHolds(causes, await sumClearedBySale(ctx, money, [...new Set(sales)], at))
}

/** What an admin has lifted for a cause stays lifted for that cause. */
async function dropLifted(ctx: Ctx, principalId: string, causes: Cause[]): Promise<Cause[]> {
  if (causes.length === 0) return causes
  const rows = await ctx.db
    .select({ code: payoutHolds.code, cause: payoutHolds.cause })
    .from(payoutHolds)
    .where(
      and(
        eq(payoutHolds.principalId, principalId),
        eq(payoutHolds.book, currentBook(ctx)),
        eq(payoutHolds.liftedBy, 'admin'),
        isNotNull(payoutHolds.cause),
      ),
    )
  const lifted = new Set(rows.map(nameOf))
  return causes.filter((cause) => !lifted.has(nameOf(cause)))
}
