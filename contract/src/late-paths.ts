import type { Path } from './web-paths.ts'

/**
 * The web app's calls that no first screen makes: of the studio, the operator's screens, notices and
 * single deeds. The web app loads this file before the first of them, so that visitors who make none
 * do not load their paths. Imports no zod.
 */
export const latePaths = {
  deleteAccount: ['DELETE', '/users/me'],
  exportAccount: ['GET', '/users/me/export'],
  revokeSession: ['DELETE', '/users/me/sessions/:id'],
  createAccessToken: ['POST', '/users/me/tokens'],

  restoreCreation: ['POST', '/creations/:id/restore'],
  createSecretLink: ['POST', '/creations/:id/secret-link'],
  revokeSecretLink: ['DELETE', '/creations/:id/secret-link'],
  claimCreation: ['POST', '/creations/claim'],
  getSignedReceipt: ['POST', '/receipts'],
  leaveAddress: ['POST', '/jobs/:id/address'],

  listWorkflowTests: ['GET', '/workflows/:id/tests'],
  testWorkflow: ['POST', '/workflows/:id/tests'],
  getTest: ['GET', '/tests/:id'],

  listSales: ['GET', '/sales'],
  exportSales: ['GET', '/sales.csv'],
  refundSale: ['POST', '/sales/:id/refunds'],

  checkWorkflow: ['POST', '/workflows/check'],
  createDraft: ['POST', '/drafts'],
  listDrafts: ['GET', '/drafts'],
  getDraft: ['GET', '/drafts/:id'],
  updateDraft: ['PUT', '/drafts/:id'],
  deleteDraft: ['DELETE', '/drafts/:id'],
  publishDraft: ['POST', '/drafts/:id/publish'],

  listNotices: ['GET', '/notices'],
  readNotices: ['POST', '/notices/read'],
  getLetterSettings: ['GET', '/users/me/letters'],
  updateLetterSettings: ['PUT', '/users/me/letters'],
  unsubscribe: ['POST', '/letters/unsubscribe'],

  getPayouts: ['GET', '/payouts'],
  getPayoutAccount: ['GET', '/payouts/account'],
  openPayoutAccount: ['POST', '/payouts/account'],
  getLeaving: ['GET', '/payouts/leaving'],
  getLeftMoney: ['POST', '/payouts/left'],
  openLeftAccount: ['POST', '/payouts/left/account'],
  listStatements: ['GET', '/payouts/statements'],
  openInvoice: ['POST', '/payment/:id/invoice'],
  openSignedInvoice: ['POST', '/receipts/invoice'],
  updatePayoutSettings: ['PATCH', '/payouts/settings'],
  listPayoutRuns: ['GET', '/admin/payouts/runs'],
  previewPayoutRun: ['GET', '/admin/payouts/preview'],
  startPayoutRun: ['POST', '/admin/payouts/run'],
  listRunPayouts: ['GET', '/admin/payouts/runs/:id'],
  exportPayoutRun: ['GET', '/admin/payouts/runs/:id/csv'],
  listPayoutHolds: ['GET', '/admin/payouts/holds'],
  setPayoutHold: ['POST', '/admin/payouts/holds'],
  liftPayoutHold: ['DELETE', '/admin/payouts/holds/:id'],
  markPayoutPaid: ['POST', '/admin/payouts/:id/paid'],
  markPayoutFailed: ['POST', '/admin/payouts/:id/failed'],

  getPaymentCase: ['GET', '/payment/:id/case'],
  openCase: ['POST', '/payment/:id/case'],
  getSignedCase: ['POST', '/receipts/case'],
  openSignedCase: ['POST', '/receipts/case/open'],
  listCases: ['GET', '/cases'],
  listAllCases: ['GET', '/admin/cases'],
  answerCase: ['POST', '/cases/:id/answer'],
  grantCase: ['POST', '/cases/:id/grant'],
  refuseCase: ['POST', '/cases/:id/refuse'],
  withdrawCase: ['POST', '/cases/:id/withdraw'],

  listDisputes: ['GET', '/disputes'],
  writeDisputeNote: ['PUT', '/disputes/:id/note'],
  attachDisputeFile: ['POST', '/disputes/:id/file'],
  removeDisputeFile: ['DELETE', '/disputes/:id/file'],
  getDisputeFile: ['GET', '/disputes/:id/file'],
  refundWarnedPayment: ['POST', '/disputes/warnings/:id/refund'],
  listAllDisputes: ['GET', '/admin/disputes'],
  getDispute: ['GET', '/admin/disputes/:id'],
  sendEvidence: ['POST', '/admin/disputes/:id/evidence'],

  createReport: ['POST', '/reports'],
  listReports: ['GET', '/admin/reports'],
  actOnReport: ['POST', '/admin/reports/:id/actions'],
  listAuditLog: ['GET', '/admin/audit'],
  approveCreator: ['POST', '/admin/creators/:id/approval'],
} as const satisfies Record<string, Path>
