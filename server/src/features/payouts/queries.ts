import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  type AccountRow,
  type AdjustmentRow,
  type DelayRow,
  type HoldRow,
  type PayoutRow,
  payoutAccounts,
  payoutAdjustments,
  payoutDelays,
  payoutHolds,
  payoutSettings,
  payouts,
} from '../../schema/payouts.ts'
import { currentBook } from '../payments/index.ts'

const isOneOf = (column: PgColumn, ids: readonly string[]) =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

/** States in which money has left the creator's balance and not arrived. */
export const UNDER_WAY = ['scheduled', 'sending', 'in_transit'] as const

export async function findPayout(ctx: Pick<Ctx, 'db'>, id: string): Promise<PayoutRow | undefined> {
  const [row] = await ctx.db.select().from(payouts).where(eq(payouts.id, id))
  return row
}

/** The last four digits of the bank account to which a payout goes, or went. */
export async function findBankLast4(
  ctx: Pick<Ctx, 'db'>,
  { gateway, accountId }: PayoutRow,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ last4: payoutAccounts.bankLast4 })
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.gateway, gateway), eq(payoutAccounts.accountId, accountId)))
  return row?.last4 ?? null
}

/** Reads the payout and locks its row until the transaction ends. */
export async function lockPayout(tx: TxCtx, id: string): Promise<PayoutRow> {
  const [row] = await tx.db.select().from(payouts).where(eq(payouts.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such payout.')
  return row
}

/** The person's account at the vendor that the server runs with. */
export async function findAccount(ctx: Ctx, principalId: string): Promise<AccountRow | undefined> {
  return (await findAccounts(ctx, [principalId])).get(principalId)
}

/** These persons' accounts there, by person. */
export async function findAccounts(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<Map<string, AccountRow>> {
  const rows = await ctx.db
    .select()
    .from(payoutAccounts)
    .where(
      and(
        isOneOf(payoutAccounts.principalId, principalIds),
        eq(payoutAccounts.book, currentBook(ctx)),
        eq(payoutAccounts.gateway, ctx.payoutGateway.id),
      ),
    )
  return new Map(rows.map((row) => [row.principalId, row]))
}

/** Holds in force, in the order in which they were set. */
export async function listHolds(ctx: Ctx, ownerIds: readonly string[]): Promise<HoldRow[]> {
  return ctx.db
    .select()
    .from(payoutHolds)
    .where(and(isOneOf(payoutHolds.principalId, ownerIds), isInForce(ctx)))
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
  return (await findMinimums(ctx, [principalId])).get(principalId)
}

/** The minimums that these persons chose, by person. */
export async function findMinimums(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select()
    .from(payoutSettings)
    .where(isOneOf(payoutSettings.principalId, principalIds))
  return new Map(rows.map((row) => [row.principalId, row.minimum]))
}

/** What these persons' payouts are delayed by in the current book, by person. */
export async function findDelays(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<Map<string, DelayRow>> {
  const rows = await ctx.db
    .select()
    .from(payoutDelays)
    .where(
      and(isOneOf(payoutDelays.principalId, principalIds), eq(payoutDelays.book, currentBook(ctx))),
    )
  return new Map(rows.map((row) => [row.principalId, row]))
}

export async function listUnderWay(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<PayoutRow[]> {
  return ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        isOneOf(payouts.principalId, principalIds),
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
  return (await findLastPayouts(ctx, [principalId])).get(principalId)
}

/** Each person's last payout, by person. */
export async function findLastPayouts(
  ctx: Ctx,
  principalIds: readonly string[],
): Promise<Map<string, PayoutRow>> {
  const rows = await ctx.db
    .selectDistinctOn([payouts.principalId])
    .from(payouts)
    .where(and(isOneOf(payouts.principalId, principalIds), eq(payouts.book, currentBook(ctx))))
    .orderBy(payouts.principalId, desc(payouts.id))
  return new Map(rows.map((row) => [row.principalId, row]))
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
