import { currencyHere } from '@vignette/contract/currency.ts'
import type { SaleState } from '@vignette/contract/sale-words.ts'
import type { listSales as route, SaleView } from '@vignette/contract/sales.ts'
import {
  and,
  count,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { readPage } from '../../../platform/db/read-page.ts'
import { payments } from '../../../schema/payments.ts'
import { listOwners, requireVisitor } from '../../identity/index.ts'
import { captureLines, sumShares } from '../../ledger/index.ts'
import { currentBook } from '../gateway.ts'
import { describeSales } from './describe-sales.ts'

interface ListSales extends SaleFilter {
  limit: number
  cursor?: string | undefined
}

export async function listSales(
  ctx: Ctx,
  input: ListSales,
): Promise<z.input<(typeof route)['answer']>> {
  const caller = requireVisitor(ctx)
  const ownerIds = await listOwners(ctx, caller.id)
  const { lines, joined, isWanted } = whichSales(ctx, ownerIds, input)
  const { workflow_id, state, month } = input
  const list = {
    name: ['sales', caller.id, currentBook(ctx), workflow_id, state, month],
    columns: [payments.capturedAt, payments.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ payment: payments, clearsAt: lines.clearsAt, key: at.key })
      .from(payments)
      .innerJoin(lines, joined)
      .where(and(isWanted, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    totals: await sumSales(ctx, ownerIds, input),
    sales: await describeSales(ctx, rows),
    next_cursor,
  }
}

/** A sale as its creator sees it; undefined for a payment that is none. */
export async function findSale(ctx: Ctx, paymentId: string): Promise<SaleView | undefined> {
  const lines = captureLines(ctx)
  const rows = await ctx.db
    .select({ payment: payments, clearsAt: lines.clearsAt })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'captured')))
  const [sale] = await describeSales(ctx, rows)
  return sale
}

export interface SaleFilter {
  workflow_id?: string | undefined
  state?: SaleState | undefined
  /** `2026-11`, UTC. */
  month?: string | undefined
}

type Lines = ReturnType<typeof captureLines>

/** The sales of one person in the current book that the filter lets through, joined to when they clear. */
export function whichSales(ctx: Ctx, ownerIds: string[], filter: SaleFilter) {
  const lines = captureLines(ctx)
  return {
    lines,
    joined: eq(lines.paymentId, payments.id),
    isWanted: and(
      inArray(payments.creatorId, ownerIds),
      eq(payments.book, currentBook(ctx)),
      eq(payments.state, 'captured'),
      filter.workflow_id === undefined ? undefined : eq(payments.workflowId, filter.workflow_id),
      filter.month === undefined ? undefined : isOfMonth(filter.month),
      filter.state && isOfState(lines, filter.state, ctx.clock.now()),
    ),
  }
}

function isOfMonth(month: string): SQL | undefined {
  const first = new Date(`${month}-01T00:00:00Z`)
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return and(gte(payments.capturedAt, first), lt(payments.capturedAt, next))
}

/** The SQL of `stateOf` in rules.ts. */
function isOfState(lines: Lines, state: SaleState, now: Date): SQL | undefined {
  if (state === 'disputed') return gt(payments.disputed, 0)
  const undisputed = eq(payments.disputed, 0)
  if (state === 'refunded') return and(undisputed, gt(payments.refunded, 0))
  const clears = state === 'pending' ? gt(lines.clearsAt, now) : lte(lines.clearsAt, now)
  return and(undisputed, eq(payments.refunded, 0), clears)
}

interface SaleTotals {
  sales: number
  price: number
  refunded: number
  disputed: number
  share: number
}

export async function sumSales(
  ctx: Ctx,
  ownerIds: string[],
  filter: SaleFilter,
): Promise<SaleTotals> {
  const { lines, joined, isWanted } = whichSales(ctx, ownerIds, filter)
  const sum = (column: SQLWrapper) => sql<string>`coalesce(sum(${column}), 0)`
  const [row] = await ctx.db
    .select({
      sales: count(),
      price: sum(payments.captured),
      refunded: sum(payments.refunded),
      disputed: sum(payments.disputed),
    })
    .from(payments)
    .innerJoin(lines, joined)
    .where(isWanted)
  const ids = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(lines, joined)
    .where(isWanted)
  return {
    sales: row?.sales ?? 0,
    price: Number(row?.price ?? 0),
    refunded: Number(row?.refunded ?? 0),
    disputed: Number(row?.disputed ?? 0),
    share: await sumShares(ctx, ids),
  }
}

/** The sales that may still be captured and then pay a person, as creator or as referrer. */
export async function countOpenSales(ctx: Ctx, creatorId: string): Promise<number> {
  const isOpen = inArray(payments.state, [
    'created',
    'authorized',
    'delivered',
    'capture_requested',
  ])
  const owners = await listOwners(ctx, creatorId)
  const isTheirs = or(inArray(payments.creatorId, owners), inArray(payments.referrerId, owners))
  return ctx.db.$count(payments, and(isOpen, isTheirs, eq(payments.book, currentBook(ctx))))
}
