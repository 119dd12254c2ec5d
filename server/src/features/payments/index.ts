export { handOverPayment } from './capture/hand-over-payment.ts'
export { requestCapture } from './capture/request-capture.ts'
export { attachJob } from './checkout/attach-job.ts'
export { claimPayment } from './checkout/claim-payment.ts'
export { confirmAuthorisation } from './checkout/confirm-authorisation.ts'
export { detachJob } from './checkout/detach-job.ts'
export { findPaidRun } from './checkout/find-paid-run.ts'
export { recordCancelledRun } from './checkout/record-cancelled-run.ts'
export { countOpenSales } from './count-open-sales.ts'
export { currentBook } from './current-book.ts'
export { describePayment } from './describe-payment.ts'
export { describeReason } from './disputes/describe-reason.ts'
export { shareOf } from './disputes/share-of.ts'
export { moneyEvents } from './events.ts'
export { findGateway } from './find-gateway.ts'
export { findSaleDoubts } from './find-sale-doubts.ts'
export { lockPayment } from './lock-payment.ts'
export { paymentPorts } from './ports.ts'
export { postJobCost } from './post-job-cost.ts'
export { findPayment, findSoldNames } from './queries.ts'
export { reachBook } from './reach-book.ts'
export { describeOtherBooks } from './reconcile/describe-other-books.ts'
export { receiveWebhook } from './reconcile/receive-webhook.ts'
export { listCountedRefunds, listRefunds } from './refunds/queries.ts'
export { refundPayment } from './refunds/refund-payment.ts'
export { refundableCents } from './refunds/rules.ts'
export { settlePayment } from './settle-payment.ts'
export {
  type DisputeRow,
  type PaymentRow,
  paymentDisputes,
  paymentRefunds,
  payments,
} from './tables.ts'
