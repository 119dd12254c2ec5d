import { currencyHere } from '@vignette/contract/currency.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import type { Groups } from '../../platform/db/groups.ts'
import { defineLock, lockFor, lockFree } from '../../platform/db/lock.ts'
import { jobs, unfinished } from '../../schema/generation.ts'
import { principals } from '../../schema/identity.ts'
import { type AccountRow, payoutHolds } from '../../schema/payouts.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, listOwnersBy } from '../identity/index.ts'
import { getOwedBy, sumClearedBySale } from '../ledger/index.ts'
import { currentBook, findReferralDoubts, findSaleDoubts } from '../payments/index.ts'
import { listClaimedSales } from './list-claimed-sales.ts'
import {
  findAccounts,
  findDelays,
  findLastPayouts,
  findMinimums,
  listHolds,
  listUnderWay,
} from './queries.ts'
import {
  availableCents,
  divideUnpaid,
  freeCents,
  type Hold,
  isOurFailure,
  type Position,
  type UnpaidLine,
} from './rules.ts'
import {
  type Cause,
  type ClaimedSales,
  claimedSales,
  findCauses,
  isRuleCode,
  nameOf,
  type RuleHold,
  toHolds,
} from './rules-holds.ts'

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
  const money = { book: currentBook(ctx), currency: currencyHere() }
  const lifted = await findLifted(ctx, principalIds)
  const claimed = await listClaimedSales(ctx, { people, book: money.book })
  const apart = [...claimed].flatMap(([id, theirs]) =>
    theirs.flatMap((one) => (lifted.has(`${id} ${nameOf(claimedSales(one))}`) ? [] : one.sales)),
  )
  const owed = await getOwedBy(ctx, people, money, { at, apart })
  const persons = await findPrincipals(ctx, principalIds)
  const accounts = await findAccounts(ctx, principalIds)
  const payable = [...people].filter(([id]) => {
    const theirs = owed.get(id)
    return persons.get(id)?.kind === 'user' && theirs && availableCents(theirs) > 0
  })
  const ruleHolds = await findRuleHolds(ctx, new Map(payable), { at, accounts, claimed, lifted })
  const costs = await sumHeldByFreeRuns(ctx, ownerIds)
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
  const reason = 'the free remixes by your codes that have not ended may cost as much.'
  return { amount, reason, until: null }
}

/** What has cleared and is held for nothing: a payout or a free run by a code may take it. */
export async function getSpendable(ctx: Ctx, principalId: string): Promise<number> {
  return freeCents(await getPosition(ctx, principalId, ctx.clock.now()))
}

/** Every cent that a person has earned and that has not arrived, with the reason. */
export async function listUnpaid(ctx: Ctx, principalId: string): Promise<UnpaidLine[]> {
  const now = ctx.clock.now()
  return divideUnpaid(await getPosition(ctx, principalId, now), now)
}

const balanceLock = defineLock(8_402_133)

/** Payouts and free runs by a code take one person's balance one after another. */
export async function lockBalance(tx: TxCtx, ownerId: string): Promise<void> {
  await lockFor(tx, balanceLock, ownerId)
}

/** Locks the balances that no other transaction has locked, and answers whose they are. */
export async function lockFreeBalances(tx: TxCtx, ownerIds: string[]): Promise<string[]> {
  return lockFree(tx, balanceLock, ownerIds)
}

interface FindRuleHolds {
  /** The rules can hold money that cleared before this time. */
  at: Date
  /** The payout accounts, by their owner. */
  accounts: ReadonlyMap<string, AccountRow>
  claimed: ReadonlyMap<string, ClaimedSales[]>
  lifted: ReadonlySet<string>
}

/** The holds that the rules set for each person at this moment, but for those that an admin has lifted. */
async function findRuleHolds(
  ctx: Ctx,
  people: Groups,
  { at, accounts, claimed, lifted }: FindRuleHolds,
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
  const causes = new Map<string, Cause[]>()
  for (const { id, createdAt } of rows) {
    const doubts = sold.get(id) ?? { sales: [], weeks: [], disputed: [], recent: [], open: [] }
    const facts = {
      accountSince: createdAt,
      bankChangedAt: accounts.get(id)?.bankChangedAt ?? null,
      ...doubts,
      referred: referred.get(id) ?? [],
      claimed: claimed.get(id) ?? [],
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
    { book, currency: currencyHere() },
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

/** The most that the unfinished free runs of each creator's recipes may still cost, by the creator's id. */
async function sumHeldByFreeRuns(
  ctx: Ctx,
  ownerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({
      ownerId: workflows.ownerId,
      cents: sql<number>`coalesce(sum(${jobs.costLimit}), 0)::int`,
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(
        unfinished,
        eq(jobs.codeBook, currentBook(ctx)),
        sql`${workflows.ownerId} = any(${sql.param([...ownerIds])}::uuid[])`,
      ),
    )
    .groupBy(workflows.ownerId)
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}
