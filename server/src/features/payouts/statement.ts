import { API_BASE } from '@vignette/contract/paths.ts'
import type { StatementSummary, StatementView } from '@vignette/contract/statements.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PayoutFacts, type StatementRow, statements } from '../../schema/payouts.ts'
import { findPrincipals, isStaff, listOwners, requireUser } from '../identity/index.ts'
import { currentBook, findSold } from '../payments/index.ts'
import { isListedOn, listLines } from './list-lines.ts'
import { findPaperName } from './paper-name.ts'
import { listParts } from './parts.ts'
import { type PaidPart, renderStatement } from './render-statement.ts'

export async function listStatements(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<{ statements: StatementSummary[]; next_cursor: string | null }> {
  const caller = requireUser(ctx)
  const book = currentBook(ctx)
  const isOwn = and(eq(statements.principalId, caller.id), eq(statements.book, book))
  const list = {
    name: ['statements', caller.id, book],
    columns: [statements.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: statements, key: at.key })
      .from(statements)
      .where(and(isOwn, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { statements: rows.map(({ row }) => viewSummary(row)), next_cursor }
}

export async function getStatement(ctx: Ctx, number: string): Promise<StatementView> {
  return viewStatement(await requireStatement(ctx, number))
}

/** The sealed bytes, whose hash the statement names. */
export async function exportStatement(ctx: Ctx, number: string): Promise<string> {
  return (await requireStatement(ctx, number)).csv
}

/** The page for printing. */
export async function printStatement(ctx: Ctx, number: string): Promise<string> {
  const row = await requireStatement(ctx, number)
  const { principalId, book, currency } = row
  const owners = await listOwners(ctx, principalId)
  const lines = await listLines(ctx, owners, { book, currency }, isListedOn(row.id))
  const creator = (await findPrincipals(ctx, [principalId])).get(principalId)?.handle
  return renderStatement(row, {
    creator: creator ?? 'a creator',
    party: await findPaperName(ctx, principalId),
    lines,
    parts: row.payoutId ? await listPaidParts(ctx, row.payoutId) : [],
  })
}

async function listPaidParts(ctx: Ctx, payoutId: string): Promise<PaidPart[]> {
  const parts = (await listParts(ctx, payoutId)).filter(({ kind }) => kind === 'sale')
  const sold = await findSold(
    ctx,
    parts.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return parts.map(({ paymentId, amount }) => ({
    soldAt: sold.get(paymentId ?? '')?.capturedAt ?? null,
    recipe: sold.get(paymentId ?? '')?.name ?? 'A recipe',
    amount,
  }))
}

/** The statement, for its creator or an admin; for any other caller there is none. */
async function requireStatement(ctx: Ctx, number: string): Promise<StatementRow> {
  const ownerId = isStaff(ctx, 'getStatement') ? null : requireUser(ctx).id
  const [row] = await ctx.db
    .select()
    .from(statements)
    .where(and(eq(statements.book, currentBook(ctx)), eq(statements.number, number)))
  if (!row || (ownerId !== null && ownerId !== row.principalId)) {
    throw new AppError('not_found', 'There is no such statement.')
  }
  return row
}

function viewSummary(row: StatementRow): StatementSummary {
  return {
    number: row.number,
    kind: row.kind,
    month: row.month,
    made_at: row.madeAt.toISOString(),
    currency: row.currency,
    opening: row.opening,
    closing: row.closing,
    paid: row.payout?.amount ?? null,
    page_url: `${API_BASE}/payouts/statements/${row.number}/page`,
    csv_url: `${API_BASE}/payouts/statements/${row.number}/csv`,
  }
}

export function viewStatement(row: StatementRow): StatementView {
  const { salesCount, buyersPaid, parts, recipes } = row.figures
  return {
    ...viewSummary(row),
    test_mode: row.book !== 'live',
    payout_id: row.payoutId,
    sales_count: salesCount,
    buyers_paid: buyersPaid,
    ...parts,
    recipes: recipes.map(({ workflowId, name, sales, buyersPaid: gross, amount }) => ({
      workflow_id: workflowId,
      name,
      sales,
      buyers_paid: gross,
      amount,
    })),
    lines: row.lineCount,
    this_payout: row.payout && viewPayoutFacts(row.payout),
    sha256: row.sha256,
  }
}

function viewPayoutFacts({ amount, makeup, returned, reference, bankLast4 }: PayoutFacts) {
  return {
    paid: amount,
    sales_count: makeup.salesCount,
    sales: makeup.sales,
    refunds: makeup.refunds,
    commissions: makeup.commissions,
    free_runs: makeup.freeRuns,
    adjustments: makeup.adjustments,
    returns: makeup.returns - returned,
    owed_back: makeup.owedBack,
    held: makeup.held,
    reference,
    bank_last4: bankLast4,
  }
}
