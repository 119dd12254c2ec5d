export { type Book, bookOf, type Money } from './book.ts'
export { captureLines } from './capture-lines.ts'
export { findOldDebt } from './find-old-debt.ts'
export { getOwed } from './get-owed.ts'
export { hasBeenPaid } from './has-been-paid.ts'
export { listAccountTotals } from './list-account-totals.ts'
export { listDebtors } from './list-debtors.ts'
export { listMovedPrincipals } from './list-moved-principals.ts'
export { listOwedPrincipals } from './list-owed-principals.ts'
export { postAdjustment } from './post-adjustment.ts'
export { postBadDebt } from './post-bad-debt.ts'
export { postCapture } from './post-capture.ts'
export { postDispute } from './post-dispute.ts'
export { postDisputeFee } from './post-dispute-fee.ts'
export { postPayout } from './post-payout.ts'
export { postPayoutCost } from './post-payout-cost.ts'
export { postPayoutReturned } from './post-payout-returned.ts'
export { postProcessorFee } from './post-processor-fee.ts'
export { postProviderCost } from './post-provider-cost.ts'
export { postRefund } from './post-refund.ts'
export { postRefundFailed } from './post-refund-failed.ts'
export { postReversal } from './post-reversal.ts'
export { postTransferMade } from './post-transfer-made.ts'
export { postTransferRefused } from './post-transfer-refused.ts'
export {
  getCreatorBalance,
  type LedgerLine,
  listLedgerLines,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumPostedByPayment,
} from './queries.ts'
export { owedCents, remainingCents, taxCents, taxesIn } from './rules.ts'
export { shareLines } from './share-lines.ts'
export { sumByPayment, sumRefundedShare, sumShares } from './sum-by-payment.ts'
export { sumClearedBySale } from './sum-cleared-by-sale.ts'
export { sumGatewayByPayment } from './sum-gateway-by-payment.ts'
