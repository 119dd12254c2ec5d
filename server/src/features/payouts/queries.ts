import { and, asc, count, desc, eq, gt, gte, inArray, isNull, or, type SQL, sum } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { currentBook } from '../payments/index.ts'
import {
  type AccountRow,
  type AdjustmentRow,
  type HoldRow,
  type PayoutRow,
  payoutAccounts,
  payoutAdjustments,
  payoutHolds,
  payoutSettings,
  payouts,
} from './tables.ts'

/** States in which money has left the creator's balance and not arrived. */
export const UNDER_WAY = ['scheduled', 'sending', 'in_transit'] as const

export async function findPayout(ctx: Pick<Ctx, 'db'>, id: string): Promise<PayoutRow | undefined> {
  const [row] = await ctx.db.select().from(payouts).where(eq(payouts.id, id))
  return row
}

/** Reads the payout and locks its row until the transaction ends. */
export async function lockPayout(tx: TxCtx, id: string): Promise<PayoutRow> {
  const [row] = await tx.db.select().from(payouts).where(eq(payouts.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such payout.')
  return row
}

/** The person's account at the vendor that the server runs with. */
export async function findAccount(ctx: Ctx, principalId: string): Promise<AccountRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.principalId, principalId),
        eq(payoutAccounts.book, currentBook(ctx)),
        eq(payoutAccounts.gateway, ctx.payoutGateway.id),
      ),
    )
  return row
}

/** Holds in force, in the order in which they were set. */
export async function listHolds(ctx: Ctx, ownerIds: string[]): Promise<HoldRow[]> {
  return ctx.db
    .select()
    .from(payoutHolds)
    .where(and(inArray(payoutHolds.principalId, ownerIds), isInForce(ctx)))
    .orderBy(asc(payoutHolds.since), asc(payoutHolds.id))
}

/** A hold of the current book that was not lifted and has not run out. */
export function isInForce(ctx: Ctx): SQL | undefined {
  return and(
    eq(payoutHolds.book, currentBook(ctx)),
    isNull(payoutHolds.liftedAt),
    or(isNull(payoutHolds.until), gt(payoutHolds.until, ctx.clock.now())),
  )
}

export interface RunSum {
  payouts: number
  total: number
}

/** What each run pays, by its id; a run without payouts is missing. */
export async function sumRuns(ctx: Ctx, runIds: string[]): Promise<Map<string, RunSum>> {
  const rows = await ctx.db
    .select({ id: payouts.runId, payouts: count(), total: sum(payouts.amount).mapWith(Number) })
    .from(payouts)
    .where(inArray(payouts.runId, runIds))
    .groupBy(payouts.runId)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

export async function findMinimum(ctx: Ctx, principalId: string): Promise<number | undefined> {
  const [row] = await ctx.db
    .select({ minimum: payoutSettings.minimum })
    .from(payoutSettings)
    .where(eq(payoutSettings.principalId, principalId))
  return row?.minimum
}

export async function listUnderWay(ctx: Ctx, principalId: string): Promise<PayoutRow[]> {
  return ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.principalId, principalId),
        eq(payouts.book, currentBook(ctx)),
        inArray(payouts.state, [...UNDER_WAY]),
      ),
    )
    .orderBy(asc(payouts.id))
}

export async function findLastPayout(
  ctx: Ctx,
  principalId: string,
): Promise<PayoutRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payouts)
    .where(and(eq(payouts.principalId, principalId), eq(payouts.book, currentBook(ctx))))
    .orderBy(desc(payouts.id))
    .limit(1)
  return row
}

/** The newest changes of a person's balance in the current book that no sale explains. */
export async function listAdjustments(
  ctx: Ctx,
  principalId: string,
  last: number,
): Promise<AdjustmentRow[]> {
  return ctx.db
    .select()
    .from(payoutAdjustments)
    .where(
      and(
        eq(payoutAdjustments.principalId, principalId),
        eq(payoutAdjustments.book, currentBook(ctx)),
      ),
    )
    .orderBy(desc(payoutAdjustments.id))
    .limit(last)
}

/** Payouts of this book that arrived since then. */
export async function listPaidSince(ctx: Ctx, since: Date): Promise<PayoutRow[]> {
  return ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.book, currentBook(ctx)),
        eq(payouts.state, 'paid'),
        gte(payouts.endedAt, since),
      ),
    )
    .orderBy(asc(payouts.id))
}
