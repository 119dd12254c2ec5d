import { CURRENCY, PAYOUT } from '@vignette/contract/limits.ts'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { getOwed } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { findAccount, findLastPayout, findMinimum, listHolds, listUnderWay } from './queries.ts'
import type { Position } from './rules.ts'

/** Who has left, or is about to, waits for no minimum. */
const LEAVER_MINIMUM = 1

/** What decides a person's next payout, of what cleared until a time. */
export async function getPosition(
  ctx: Ctx,
  principalId: string,
  at: Date,
  { leaving = false } = {},
): Promise<Position> {
  const owners = await listOwners(ctx, principalId)
  const money = { book: currentBook(ctx), currency: CURRENCY }
  const owed = await getOwed(ctx, owners, money, at)
  const person = (await findPrincipals(ctx, [principalId])).get(principalId)
  const last = await findLastPayout(ctx, principalId)
  const underWay = await listUnderWay(ctx, principalId)
  return {
    ...owed,
    signedIn: person?.kind === 'user',
    account: (await findAccount(ctx, principalId)) ?? null,
    holds: await listHolds(ctx, owners),
    minimum:
      leaving || person?.deleted
        ? LEAVER_MINIMUM
        : ((await findMinimum(ctx, principalId)) ?? PAYOUT.minCents),
    underWay: underWay.map((payout) => ({
      amount: payout.amount - payout.reversed,
      bankReason: payout.state === 'in_transit' ? payout.reason : null,
      arrivesAt: payout.arrivesAt,
    })),
    refusal: last?.state === 'failed' ? last.reason : null,
  }
}
