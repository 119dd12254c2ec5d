export { postAdjustment, postBadDebt } from './adjustment.ts'
export { type Book, bookOf, type Money } from './book.ts'
export { type PostCapture, postCapture } from './capture.ts'
export { postFreeRun, postProcessorFee, postProviderCost } from './cost.ts'
export { postDispute, postDisputeFee } from './dispute.ts'
export {
  freeRunEntries,
  sumFreeRuns,
  sumFreeRunsOfJobs,
  sumFreeRunsOfWorkflows,
} from './free-runs.ts'
export { captureLines, saleEntries, shareLines } from './lines.ts'
export { listAccountTotals } from './list-account-totals.ts'
export { getOwed, getOwedBy } from './owed.ts'
export {
  sumByPayment,
  sumClearedBySale,
  sumGatewayByPayment,
  sumProviderCost,
  sumRefundedShare,
  sumShares,
} from './payment-sums.ts'
export {
  postPayout,
  postPayoutCost,
  postPayoutReturned,
  postPayouts,
  postReversal,
  postTransferMade,
  postTransferRefused,
} from './payout.ts'
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
export { postRefund, postRefundFailed } from './refund.ts'
export { owedCents, remainingCents, taxCents, taxesIn } from './rules.ts'
export { sumCommission, sumSources } from './sources.ts'
