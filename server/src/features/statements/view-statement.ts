import { API_BASE } from '@vignette/contract/paths.ts'
import type { StatementSummary, StatementView } from '@vignette/contract/statements.ts'
import type { PaidFacts, StatementRow } from './tables.ts'

export function viewSummary(row: StatementRow): StatementSummary {
  return {
    number: row.number,
    kind: row.kind,
    month: row.month,
    made_at: row.madeAt.toISOString(),
    currency: row.currency,
    opening: row.opening,
    closing: row.closing,
    paid: row.paid?.amount ?? null,
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
    this_payout: row.paid && viewPaid(row.paid),
    sha256: row.sha256,
  }
}

function viewPaid({ amount, makeup, returned, reference, bankLast4 }: PaidFacts) {
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
