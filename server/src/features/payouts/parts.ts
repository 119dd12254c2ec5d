import { CURRENCY } from '@vignette/contract/money-limits.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { payoutParts, payouts } from '../../schema/payouts.ts'
import { listOwnersBy } from '../identity/index.ts'
import { sumSources } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { allot, type Makeup, nameOfPart, type PayoutPart, type Source } from './rules-parts.ts'

/** States in which a payout has taken its parts: it did not fail and did not come back as a whole. */
const MADE = ['scheduled', 'sending', 'in_transit', 'paid'] as const

interface Allotment {
  parts: PayoutPart[]
  makeup: Makeup
}

/** What payouts of these amounts pay, by person, in as many statements as for one. The caller has locked all. */
export async function findAllotments(
  tx: TxCtx,
  amounts: ReadonlyMap<string, number>,
  clearedBy: Date,
): Promise<Map<string, Allotment>> {
  const people = await listOwnersBy(tx, [...amounts.keys()])
  const money = { book: currentBook(tx), currency: CURRENCY }
  const sources = Map.groupBy(
    await sumSources(tx, [...people.values()].flat(), money, clearedBy),
    ({ ownerId }) => ownerId,
  )
  const paid = await sumPaid(tx, [...amounts.keys()])
  return new Map(
    [...amounts].map(([id, amount]) => {
      const theirs = (people.get(id) ?? [id]).flatMap((owner) => sources.get(owner) ?? [])
      return [id, allot(mergeSources(theirs), paid.get(id) ?? new Map(), amount)]
    }),
  )
}

/** What no single payment explains is one source, also of a person with several owners. */
function mergeSources(sources: readonly Source[]): Source[] {
  const merged = new Map<string, Source>()
  for (const { part, paymentId, at, credited, owed } of sources) {
    const name = nameOfPart({ part, paymentId })
    const same = merged.get(name)
    merged.set(name, {
      part,
      paymentId,
      at: same && same.at > at ? same.at : at,
      credited: credited + (same?.credited ?? 0),
      owed: owed + (same?.owed ?? 0),
    })
  }
  return [...merged.values()]
}

export async function writeParts(
  tx: TxCtx,
  allotted: readonly { payoutId: string; parts: readonly PayoutPart[] }[],
): Promise<void> {
  const rows = allotted.flatMap(({ payoutId, parts }) =>
    parts.map((part, position) => ({ payoutId, position, ...part })),
  )
  // A statement takes 65,535 parameters at most.
  for (let from = 0; from < rows.length; from += 5_000) {
    await tx.db.insert(payoutParts).values(rows.slice(from, from + 5_000))
  }
}

/** What the payouts of these people have paid of each source, by person and the source's name. */
async function sumPaid(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const isTheirs = and(
    sql`${payouts.principalId} = any(${sql.param([...principalIds])}::uuid[])`,
    eq(payouts.book, currentBook(ctx)),
    inArray(payouts.state, [...MADE]),
  )
  const rows = await ctx.db
    .select({
      principalId: payouts.principalId,
      part: payoutParts.part,
      paymentId: payoutParts.paymentId,
      amount: sql<string>`sum(${payoutParts.amount})`,
    })
    .from(payoutParts)
    .innerJoin(payouts, eq(payouts.id, payoutParts.payoutId))
    .where(isTheirs)
    .groupBy(payouts.principalId, payoutParts.part, payoutParts.paymentId)
  const paid = new Map<string, Map<string, number>>(principalIds.map((id) => [id, new Map()]))
  for (const row of rows) paid.get(row.principalId)?.set(nameOfPart(row), Number(row.amount))
  const back = await ctx.db
    .select({ principalId: payouts.principalId, amount: sql<string>`sum(${payouts.reversed})` })
    .from(payouts)
    .where(and(isTheirs, sql`${payouts.reversed} > 0`))
    .groupBy(payouts.principalId)
  const returns = nameOfPart({ part: 'returns', paymentId: null })
  for (const { principalId, amount } of back) {
    const theirs = paid.get(principalId)
    theirs?.set(returns, (theirs.get(returns) ?? 0) - Number(amount))
  }
  return paid
}

/** The parts of made payouts that paid these sales, oldest payout first. */
export async function listPartsOfSales(ctx: Ctx, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return []
  return ctx.db
    .select({
      paymentId: sql<string>`${payoutParts.paymentId}`,
      id: payouts.id,
      state: payouts.state,
      reason: payouts.reason,
      createdAt: payouts.createdAt,
      paid: payoutParts.amount,
    })
    .from(payoutParts)
    .innerJoin(payouts, eq(payouts.id, payoutParts.payoutId))
    .where(
      and(
        inArray(payoutParts.paymentId, [...paymentIds]),
        eq(payoutParts.part, 'sale'),
        inArray(payouts.state, [...MADE]),
      ),
    )
    .orderBy(asc(payouts.id))
}

/** What made payouts of a person paid besides sales, by payout and part; what came back is below zero. */
export async function sumPartsBesides(ctx: Ctx, ownerIds: string[]) {
  const isTheirs = and(
    inArray(payouts.principalId, ownerIds),
    eq(payouts.book, currentBook(ctx)),
    inArray(payouts.state, [...MADE]),
  )
  const payout = {
    id: payouts.id,
    state: payouts.state,
    reason: payouts.reason,
    createdAt: payouts.createdAt,
  }
  const rows = await ctx.db
    .select({ ...payout, part: payoutParts.part, paid: sql<string>`sum(${payoutParts.amount})` })
    .from(payoutParts)
    .innerJoin(payouts, eq(payouts.id, payoutParts.payoutId))
    .where(and(isTheirs, sql`${payoutParts.part} <> 'sale'`))
    .groupBy(payouts.id, payoutParts.part)
    .orderBy(asc(payouts.id), asc(payoutParts.part))
  const back = await ctx.db
    .select({ ...payout, paid: sql<string>`-${payouts.reversed}` })
    .from(payouts)
    .where(and(isTheirs, sql`${payouts.reversed} > 0`))
    .orderBy(asc(payouts.id))
  return [...rows, ...back.map((row) => ({ ...row, part: 'returns' as const }))].map((row) => ({
    ...row,
    paid: Number(row.paid),
  }))
}

/** What a payout paid, in the order in which it took it. */
export async function listParts(ctx: Pick<Ctx, 'db'>, payoutId: string): Promise<PayoutPart[]> {
  const { part, paymentId, amount } = payoutParts
  return ctx.db
    .select({ part, paymentId, amount })
    .from(payoutParts)
    .where(eq(payoutParts.payoutId, payoutId))
    .orderBy(asc(payoutParts.position))
}
