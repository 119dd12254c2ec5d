import { CURRENCY, PAYOUT } from '@vignette/contract/money-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, listOwnersBy } from '../identity/index.ts'
import { getOwedBy } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { findRuleHolds } from './find-rule-holds.ts'
import { payoutPorts } from './ports.ts'
import {
  findAccounts,
  findDelays,
  findLastPayouts,
  findMinimums,
  listHolds,
  listUnderWay,
} from './queries.ts'
import { availableCents, type Hold, isOurFailure, type Position } from './rules.ts'
import { isRuleCode, type RuleHold } from './rules-holds.ts'

export interface CurrentPosition extends Position {
  /** The holds that the rules set at this moment; the rows of these holds may be older. */
  ruleHolds: RuleHold[]
  /** Since when a run owes the person a payout for a reason of ours; null where none does. */
  delayedSince: Date | null
  /** The account's id at the vendor. */
  accountId: string | null
}

interface Reading {
  /** The account is about to be deleted, and is then paid any sum. */
  leaving?: boolean
}

/** A creator whose account is deleted, or is about to be, is paid any sum. */
const LEAVER_MINIMUM = 1

/** What decides a person's next payout, of what cleared until a time. */
export async function getPosition(
  ctx: Ctx,
  principalId: string,
  at: Date,
  reading: Reading = {},
): Promise<CurrentPosition> {
  const position = (await getPositions(ctx, [principalId], at, reading)).get(principalId)
  if (!position) throw new Error('a position was not read')
  return position
}

/** The same of many persons, in about as many statements as of one. */
export async function getPositions(
  ctx: Ctx,
  principalIds: readonly string[],
  at: Date,
  { leaving = false }: Reading = {},
): Promise<Map<string, CurrentPosition>> {
  const people = await listOwnersBy(ctx, principalIds)
  const ownerIds = [...people.values()].flat()
  const money = { book: currentBook(ctx), currency: CURRENCY }
  const owed = await getOwedBy(ctx, people, money, at)
  const persons = await findPrincipals(ctx, principalIds)
  const accounts = await findAccounts(ctx, principalIds)
  const payable = [...people].filter(([id]) => {
    const theirs = owed.get(id)
    return persons.get(id)?.kind === 'user' && theirs && availableCents(theirs) > 0
  })
  const ruleHolds = await findRuleHolds(ctx, new Map(payable), { at, accounts })
  const costs = await payoutPorts.heldByFreeRuns.ask(ctx, { ownerIds })
  const set = (await listHolds(ctx, ownerIds)).filter(({ code }) => !isRuleCode(code))
  const last = await findLastPayouts(ctx, principalIds)
  const underWay = Map.groupBy(await listUnderWay(ctx, principalIds), (row) => row.principalId)
  const minimums = await findMinimums(ctx, principalIds)
  const delays = await findDelays(ctx, principalIds)
  const positions = new Map<string, CurrentPosition>()
  for (const [id, owners] of people) {
    const cost = owners.reduce((sum, owner) => sum + (costs.get(owner) ?? 0), 0)
    const person = persons.get(id)
    const account = accounts.get(id) ?? null
    const refused = last.get(id)?.state === 'failed' ? last.get(id) : undefined
    const rules = ruleHolds.get(id) ?? []
    positions.set(id, {
      ...(owed.get(id) ?? { balance: 0, pending: [], setAside: 0 }),
      signedIn: person?.kind === 'user',
      account,
      accountId: account?.accountId ?? null,
      holds: [
        ...(cost > 0 ? [holdForRuns(cost)] : []),
        ...set.filter(({ principalId }) => owners.includes(principalId)),
        ...rules,
      ],
      ruleHolds: rules,
      minimum: leaving || person?.deleted ? LEAVER_MINIMUM : (minimums.get(id) ?? PAYOUT.minCents),
      underWay: (underWay.get(id) ?? []).map((payout) => ({
        amount: payout.amount - payout.reversed,
        bankReason: payout.state === 'in_transit' ? payout.reason : null,
        arrivesAt: payout.arrivesAt,
      })),
      delayed: delays.has(id) || (refused !== undefined && isOurFailure(refused.failure)),
      delayedSince: delays.get(id)?.since ?? null,
      refusal: refused && !isOurFailure(refused.failure) ? refused.reason : null,
    })
  }
  return positions
}

/** What a run does not cost is free again once the run has ended. */
function holdForRuns(amount: number): Hold {
  const reason = 'the free runs by your codes that have not ended may cost as much.'
  return { amount, reason, until: null }
}
