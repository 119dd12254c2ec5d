import type { paths, RouteName } from '@vignette/contract/paths.ts'

const WORKFLOW = ['listWorkflows', 'listOwnWorkflows', 'getWorkflow', 'listVersions'] as const
const PAYOUT_RUNS = ['previewPayoutRun', 'listPayoutRuns', 'listRunPayouts'] as const
const DISPUTES = ['listDisputes', 'listAllDisputes'] as const
const CASE = [
  'getPaymentCase',
  'getSignedCase',
  'listCases',
  'listAllCases',
  'getReceipt',
  'getSignedReceipt',
  'getPayouts',
  'listSales',
] as const
const WEBHOOK = ['listWebhooks', 'listWebhookDeliveries'] as const
/** What each action of the operator's people changes. */
const LOGGED = ['listAuditLog', 'getToday'] as const
const PERSON = ['listPeople', 'getPerson', ...LOGGED] as const
const COLLECTION = ['listCollections', 'getCollection'] as const

/**
 * The answers that each write makes stale. A screen that shows one of them asks again after the
 * write; an answer of another id is stale too, and costs a call on its next visit at most.
 */
export const STALE = {
  // Account
  logout: [],
  logoutEverywhere: [],
  updateUser: [],
  askForApproval: [],
  deleteAccount: [],
  revokeSession: ['listSessions'],
  createAccessToken: ['listSessions', 'listAccessTokens'],
  revokeAccessToken: ['listSessions', 'listAccessTokens'],
  joinWaitlist: [],
  createReport: [],

  // Recipes
  createWorkflow: ['listWorkflows', 'listOwnWorkflows', 'getWorkflow'],
  updateWorkflow: ['listWorkflows', 'listOwnWorkflows', 'getWorkflow'],
  deleteWorkflow: ['listWorkflows', 'listOwnWorkflows'],
  setWorkflowState: WORKFLOW,
  setLaunchPrice: WORKFLOW,
  endLaunchPrice: WORKFLOW,
  restoreWorkflow: WORKFLOW,
  objectToHiding: WORKFLOW,
  publishVersionAgain: WORKFLOW,
  chooseSample: ['listWorkflows', 'listOwnWorkflows', 'getWorkflow'],
  createCode: ['listCodes'],
  setCodeState: ['listCodes'],
  createLink: ['listLinks'],
  deleteLink: ['listLinks'],

  // Drafts and tests
  createDraft: ['listDrafts'],
  updateDraft: [],
  deleteDraft: ['listDrafts'],
  publishDraft: [
    'listDrafts',
    'listWorkflows',
    'listOwnWorkflows',
    'getWorkflow',
    'getWorkflowSource',
  ],
  testDraft: ['listDraftTests'],
  testWorkflow: ['listWorkflowTests'],

  // Creations: one that was deleted is still on its screen, which must not ask for it
  createCreation: [],
  cancelJob: ['getTest'],
  startBatch: ['listBatches'],
  cancelBatch: ['listBatches', 'getBatch'],
  leaveAddress: [],
  updateCreation: ['listUserCreations', 'listWorkflowCreations'],
  deleteCreation: ['listUserCreations'],
  restoreCreation: ['listUserCreations', 'listWorkflowCreations'],
  keepCreation: ['getWaitingProof', 'listUserCreations', 'listWorkflowCreations', 'getReceipt'],
  declineCreation: ['getWaitingProof', 'listUserCreations', 'listWorkflowCreations'],
  redrawCreation: ['getCreation', 'getWaitingProof', 'listUserCreations', 'listWorkflowCreations'],
  createSecretLink: ['listUserCreations', 'listWorkflowCreations'],
  revokeSecretLink: ['listUserCreations', 'listWorkflowCreations'],
  claimCreation: ['getWaitingProof'],
  createCollection: [],
  updateCollection: COLLECTION,
  deleteCollection: ['listCollections'],
  saveToCollection: COLLECTION,
  removeFromCollection: COLLECTION,

  // Payments, cases and disputes
  createCheckoutSession: [],
  payByLink: [],
  answerAssistantRequest: ['listSessions', 'listAccessTokens'],
  releasePayment: [],
  priceWithCode: [],
  openInvoice: [],
  openSignedInvoice: [],
  refundSale: ['listSales', 'getPayouts'],
  openCase: CASE,
  openSignedCase: CASE,
  withdrawCase: CASE,
  withdrawSignedCase: CASE,
  confirmWaiver: [],
  withdrawPurchase: ['getPurchase', ...CASE],
  withdrawSignedPurchase: ['getPurchase', ...CASE],
  answerCase: CASE,
  grantCase: CASE,
  refuseCase: CASE,
  writeDisputeNote: ['listDisputes'],
  attachDisputeFile: ['listDisputes'],
  removeDisputeFile: ['listDisputes'],
  refundWarnedPayment: DISPUTES,
  sendEvidence: ['listAllDisputes'],

  // Payouts
  openPayoutAccount: [],
  openLeftAccount: [],
  updatePayoutSettings: ['getPayouts'],
  updatePaperName: [],
  startPayoutRun: PAYOUT_RUNS,
  markPayoutPaid: PAYOUT_RUNS,
  markPayoutFailed: PAYOUT_RUNS,
  reversePayout: ['getBooks', ...PAYOUT_RUNS],
  compareBooks: [],
  downloadBackup: LOGGED,
  adjustBalance: ['getBooks', ...PERSON],
  bookPayoutCost: ['getBooks', ...LOGGED],
  setPayoutHold: ['listPayoutHolds', ...PAYOUT_RUNS],
  liftPayoutHold: ['listPayoutHolds', ...PAYOUT_RUNS],

  // Storefronts and notices
  updateStorefront: ['getStorefront'],
  follow: ['listFollows', 'listFollowedWorkflows'],
  unfollow: ['listFollows', 'listFollowedWorkflows'],
  readNotices: [],
  updateLetterSettings: [],
  unsubscribe: [],
  sendCreatorLetter: ['listCreatorLetters'],
  setLetterWish: [],
  confirmLetters: [],
  createWebhook: ['listWebhooks'],
  updateWebhook: WEBHOOK,
  deleteWebhook: ['listWebhooks'],
  rotateWebhookSecret: ['listWebhooks'],
  sendWebhookDelivery: WEBHOOK,
  testWebhook: WEBHOOK,
  createComfyServer: ['listComfyServers', 'listProviders'],
  deleteComfyServer: ['listComfyServers', 'listProviders'],
  testComfyServer: [],

  // Operator
  decideClaim: ['listClaims', 'listAllWorkflows', ...LOGGED],
  decideObjection: ['listClaims', 'listAllWorkflows', ...LOGGED],
  actOnReport: ['listReports', 'listAllWorkflows', ...LOGGED],
  approveCreator: ['listCreators', ...PERSON],
  setRoles: PERSON,
  decideUnreported: ['listAllWorkflows', 'getWorkflow', 'listWorkflows', 'getCreation', ...PERSON],
  testSettings: [],
  readSetUp: [],
  testSetUp: [],
  finishSetUp: ['getAppConfig', 'getLegalText'],
  updateSettings: ['getSettings', 'getAppConfig', 'getLegalText', ...LOGGED],
  banPerson: ['listAllWorkflows', ...PERSON],
  endSessions: PERSON,
  exportPerson: LOGGED,
  deletePerson: ['listPeople', ...LOGGED],
  inviteFromWaitlist: ['listWaitlist', ...LOGGED],
  forgetWaiting: ['listWaitlist', ...LOGGED],
  retryRun: ['listRuns', 'getRun', ...LOGGED],
  cancelRun: ['listRuns', 'getRun', ...LOGGED],
  refundPayment: ['listAllPayments', 'getPayment', ...LOGGED],
  releaseAuthorisation: ['listAllPayments', 'getPayment', ...LOGGED],
  pauseWorkflow: ['listAllWorkflows', 'getWorkflow', 'listWorkflows', ...LOGGED],
  removeFirstCatalogue: ['listAllWorkflows', 'getFirstCatalogue', 'listWorkflows', ...PERSON],
} as const satisfies {
  [N in RouteName as (typeof paths)[N][0] extends 'GET' ? never : N]?: readonly RouteName[]
}

export type Write = keyof typeof STALE
