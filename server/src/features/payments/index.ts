export { requestCapture, settleBatchPayment } from './capture/capture.ts'
export { releaseNow } from './capture/release-payment.ts'
export { requestRelease } from './capture/request-release.ts'
export { findPaidBatch, findPaidRun } from './checkout/authorisation.ts'
export { recordCancelledRun } from './checkout/cancellation-limit.ts'
export {
  attachJob,
  claimBatchPayment,
  claimPayment,
  confirmAuthorisation,
  detachJob,
} from './checkout/claim-payment.ts'
export { findByLink, hashOfBatch, hashOfRun } from './checkout/payment-link.ts'
export {
  declineProof,
  drawAgain,
  keepProof,
  recordProof,
  type ShownProof,
} from './checkout/proof.ts'
export { requirePayment } from './checkout/require-payment.ts'
export { isCodeHeld, isCodeHeldFast, isCodeUsed } from './code-use.ts'
export { describeReason, listDisputes, shareOf } from './disputes/dispute.ts'
export { moneyEvents } from './events.ts'
export { findCreator } from './find-creator.ts'
export { findReferralDoubts } from './find-referral-doubts.ts'
export { findSaleDoubts } from './find-sale-doubts.ts'
export { currentBook, findGateway, reachBook } from './gateway.ts'
export { isSale } from './is-sale.ts'
export { findPayment, findSold, handOverPayment, listMoves, lockPayment } from './payment.ts'
export { paymentPorts } from './ports.ts'
export { type JobCost, postJobCost } from './post-job-cost.ts'
export { findSignedPurchase, listGivenBack, viewReceipt } from './receipt.ts'
export { describeOtherBooks } from './reconcile/other-books.ts'
export { receiveWebhook } from './reconcile/receive-webhook.ts'
export { findComparison, requestComparison } from './reconcile/reconcile.ts'
export { readLedBy, signLedBy } from './referral.ts'
export { performRefund } from './refunds/perform-refund.ts'
export { assertDebtBounded, listCountedRefunds, listRefunds } from './refunds/refund.ts'
export { refundPayment } from './refunds/request-refund.ts'
export { refundableCents } from './refunds/rules.ts'
export { captureWithin, mustLookFirst } from './rules.ts'
export { sumPartsBesides } from './sales/paid-in.ts'
export { countOpenSales, findSale } from './sales/sale.ts'
export { settlePayment } from './settle-payment.ts'
export { describeNext, describePayment, viewPayment } from './view-payment.ts'
