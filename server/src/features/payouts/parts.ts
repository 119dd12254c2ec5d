import { currencyHere } from '@vignette/contract/currency.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { MADE_PAYOUTS, payoutParts, payouts } from '../../schema/payouts.ts'
import { listOwnersBy } from '../identity/index.ts'
import { sumSources } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { allot, type Makeup, nameOfPart, type PayoutPart, type Source } from './rules-parts.ts'

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
  const money = { book: currentBook(tx), currency: currencyHere() }
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
  for (const { kind, paymentId, at, credited, owed } of sources) {
    const name = nameOfPart({ kind, paymentId })
    const same = merged.get(name)
    merged.set(name, {
      kind,
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
    inArray(payouts.state, [...MADE_PAYOUTS]),
  )
  const rows = await ctx.db
    .select({
      principalId: payouts.principalId,
      kind: payoutParts.kind,
      paymentId: payoutParts.paymentId,
      amount: sql<string>`sum(${payoutParts.amount})`,
    })
    .from(payoutParts)
    .innerJoin(payouts, eq(payouts.id, payoutParts.payoutId))
    .where(isTheirs)
    .groupBy(payouts.principalId, payoutParts.kind, payoutParts.paymentId)
  const paid = new Map<string, Map<string, number>>(principalIds.map((id) => [id, new Map()]))
  for (const row of rows) paid.get(row.principalId)?.set(nameOfPart(row), Number(row.amount))
  const back = await ctx.db
    .select({ principalId: payouts.principalId, amount: sql<string>`sum(${payouts.reversed})` })
    .from(payouts)
    .where(and(isTheirs, sql`${payouts.reversed} > 0`))
    .groupBy(payouts.principalId)
  const returns = nameOfPart({ kind: 'returns', paymentId: null })
  for (const { principalId, amount } of back) {
    const theirs = paid.get(principalId)
    theirs?.set(returns, (theirs.get(returns) ?? 0) - Number(amount))
  }
  return paid
}

/** What a payout paid, in the order in which it took it. */
export async function listParts(ctx: Pick<Ctx, 'db'>, payoutId: string): Promise<PayoutPart[]> {
  const { kind, paymentId, amount } = payoutParts
  return ctx.db
    .select({ kind, paymentId, amount })
    .from(payoutParts)
    .where(eq(payoutParts.payoutId, payoutId))
    .orderBy(asc(payoutParts.position))
}
