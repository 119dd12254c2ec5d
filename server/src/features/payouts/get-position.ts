import { CURRENCY, PAYOUT } from '@vignette/contract/money-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { getOwed } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { findRuleHolds } from './find-rule-holds.ts'
import { payoutPorts } from './ports.ts'
import { findAccount, findLastPayout, findMinimum, listHolds, listUnderWay } from './queries.ts'
import { availableCents, type Hold, type Position } from './rules.ts'
import { isRuleCode, type RuleHold } from './rules-holds.ts'

interface CurrentPosition extends Position {
  /** The holds that the rules set at this moment; the rows of these holds may be older. */
  ruleHolds: RuleHold[]
}

/** A creator whose account is deleted, or is about to be, is paid any sum. */
const LEAVER_MINIMUM = 1

/** What decides a person's next payout, of what cleared until a time. */
export async function getPosition(
  ctx: Ctx,
  principalId: string,
  at: Date,
  { leaving = false } = {},
): Promise<CurrentPosition> {
  const owners = await listOwners(ctx, principalId)
  const money = { book: currentBook(ctx), currency: CURRENCY }
  const owed = await getOwed(ctx, owners, money, at)
  const person = (await findPrincipals(ctx, [principalId])).get(principalId)
  const last = await findLastPayout(ctx, principalId)
  const underWay = await listUnderWay(ctx, principalId)
  const signedIn = person?.kind === 'user'
  const isPayable = signedIn && availableCents(owed) > 0
  const ruleHolds = isPayable ? await findRuleHolds(ctx, { principalId, ownerIds: owners, at }) : []
  const cost = await payoutPorts.heldByFreeRuns.ask(ctx, { ownerIds: owners })
  const set = (await listHolds(ctx, owners)).filter(({ code }) => !isRuleCode(code))
  return {
    ...owed,
    signedIn,
    account: (await findAccount(ctx, principalId)) ?? null,
    holds: [...(cost > 0 ? [holdForRuns(cost)] : []), ...set, ...ruleHolds],
    ruleHolds,
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

/** What a run does not cost is free again once the run has ended. */
function holdForRuns(amount: number): Hold {
  const reason = 'the free runs by your codes that have not ended may cost as much.'
  return { amount, reason, until: null }
}
