export { type Book, bookOf } from './book.ts'
export { postCapture } from './post-capture.ts'
export { postDispute } from './post-dispute.ts'
export { postDisputeFee } from './post-dispute-fee.ts'
export { postProcessorFee } from './post-processor-fee.ts'
export { postProviderCost } from './post-provider-cost.ts'
export { postRefund } from './post-refund.ts'
export { postRefundFailed } from './post-refund-failed.ts'
export {
  getCreatorBalance,
  type LedgerLine,
  listLedgerLines,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumGatewayByPayment,
  sumPostedByPayment,
} from './queries.ts'
export { owedCents, remainingCents } from './rules.ts'
