export { type Book, bookOf, type Money } from './book.ts'
export {
  freeRunEntries,
  sumFreeRuns,
  sumFreeRunsOfJobs,
  sumFreeRunsOfWorkflows,
} from './free-runs.ts'
export { captureLines, saleEntries, shareLines } from './lines.ts'
export { listAccountTotals } from './list-account-totals.ts'
export type { Facts } from './moves.ts'
export { getOwed, getOwedBy } from './owed.ts'
export {
  sumByPayment,
  sumClearedBySale,
  sumGatewayByPayment,
  sumProviderCost,
  sumRefundedShare,
  sumShares,
} from './payment-sums.ts'
export { post, postPayouts } from './post.ts'
export {
  findOldDebt,
  hasBeenPaid,
  listDebtors,
  listMovedPrincipals,
  listOwedPrincipals,
} from './principals.ts'
export {
  getCreatorBalance,
  type LedgerLine,
  listLedgerLines,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumPostedByPayment,
} from './queries.ts'
export { listTaxRows } from './report-tax.ts'
export { owedCents, remainingCents, taxCents, taxesIn } from './rules.ts'
export { sumCommission, sumSources } from './sources.ts'
