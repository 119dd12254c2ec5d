import type { SaleState } from '@vignette/contract/sale-words.ts'
import {
  and,
  count,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { captureLines, sumShares } from '../../ledger/index.ts'
import { currentBook } from '../current-book.ts'
import { payments } from '../tables.ts'

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
