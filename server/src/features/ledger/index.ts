export { type Book, bookOf } from './book.ts'
export { ledgerCommands } from './cli.ts'
export { postCapture } from './post-capture.ts'
export { postProcessorFee, postProviderCost } from './post-costs.ts'
export { postDispute, postDisputeFee } from './post-dispute.ts'
export { postRefund, postRefundFailed } from './post-refund.ts'
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
