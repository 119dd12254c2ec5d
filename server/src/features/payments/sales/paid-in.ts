import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { MADE_PAYOUTS, payoutParts, payouts } from '../../../schema/payouts.ts'
import { currentBook } from '../gateway.ts'

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
        eq(payoutParts.kind, 'sale'),
        inArray(payouts.state, [...MADE_PAYOUTS]),
      ),
    )
    .orderBy(asc(payouts.id))
}

/** What made payouts of a person paid besides sales, by payout and kind; what came back is below zero. */
export async function sumPartsBesides(ctx: Ctx, ownerIds: string[]) {
  const isTheirs = and(
    inArray(payouts.principalId, ownerIds),
    eq(payouts.book, currentBook(ctx)),
    inArray(payouts.state, [...MADE_PAYOUTS]),
  )
  const payout = {
    id: payouts.id,
    state: payouts.state,
    reason: payouts.reason,
    createdAt: payouts.createdAt,
  }
  const rows = await ctx.db
    .select({ ...payout, kind: payoutParts.kind, paid: sql<string>`sum(${payoutParts.amount})` })
    .from(payoutParts)
    .innerJoin(payouts, eq(payouts.id, payoutParts.payoutId))
    .where(and(isTheirs, sql`${payoutParts.kind} <> 'sale'`))
    .groupBy(payouts.id, payoutParts.kind)
    .orderBy(asc(payouts.id), asc(payoutParts.kind))
  const back = await ctx.db
    .select({ ...payout, paid: sql<string>`-${payouts.reversed}` })
    .from(payouts)
    .where(and(isTheirs, sql`${payouts.reversed} > 0`))
    .orderBy(asc(payouts.id))
  return [...rows, ...back.map((row) => ({ ...row, kind: 'returns' as const }))].map((row) => ({
    ...row,
    paid: Number(row.paid),
  }))
}
