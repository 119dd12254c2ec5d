/**
 * Method and path of every call under the API base. Imports no zod, because the browser loads this
 * file.
 */
export const API_BASE = '/api/v1'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Path = readonly [Method, string]

/** The calls of the web app. */
export const webPaths = {
  getAppConfig: ['GET', '/config'],
  listProviders: ['GET', '/providers'],

  listWorkflows: ['GET', '/workflows'],
  createWorkflow: ['POST', '/workflows'],
  getWorkflow: ['GET', '/workflows/:id'],
  updateWorkflow: ['PUT', '/workflows/:id'],
  deleteWorkflow: ['DELETE', '/workflows/:id'],
  getWorkflowSource: ['GET', '/workflows/:id/source'],

  createCreation: ['POST', '/workflows/:id/creations'],
  listWorkflowCreations: ['GET', '/workflows/:id/creations'],
  getCreation: ['GET', '/creations/:id'],
  downloadCreation: ['GET', '/creations/:id/download'],
  updateCreation: ['PATCH', '/creations/:id'],
  deleteCreation: ['DELETE', '/creations/:id'],
  restoreCreation: ['POST', '/creations/:id/restore'],
  createSecretLink: ['POST', '/creations/:id/secret-link'],
  revokeSecretLink: ['DELETE', '/creations/:id/secret-link'],
  getReceipt: ['GET', '/creations/:id/receipt'],

  claimCreation: ['POST', '/creations/claim'],
  getSignedReceipt: ['POST', '/receipts'],

  getJob: ['GET', '/jobs/:id'],
  streamJobEvents: ['GET', '/jobs/:id/events'],
  cancelJob: ['DELETE', '/jobs/:id'],
  leaveAddress: ['POST', '/jobs/:id/address'],
  listMyJobs: ['GET', '/users/me/jobs'],

  uploadFile: ['POST', '/upload/:kind'],

  startGoogleSignIn: ['GET', '/auth/google/start'],
  getAuthMe: ['GET', '/auth/me'],
  logout: ['POST', '/auth/logout'],
  logoutEverywhere: ['POST', '/auth/logout-everywhere'],
  getMe: ['GET', '/users/me'],
  updateUser: ['PUT', '/users'],
  deleteAccount: ['DELETE', '/users/me'],
  exportAccount: ['GET', '/users/me/export'],
  listSessions: ['GET', '/users/me/sessions'],
  revokeSession: ['DELETE', '/users/me/sessions/:id'],
  createAccessToken: ['POST', '/users/me/tokens'],
  listUserCreations: ['GET', '/users/:id/creations'],

  getPaymentConfig: ['GET', '/payment/config'],
  createCheckoutSession: ['POST', '/payment/create-checkout-session'],
  getPaymentSession: ['GET', '/payment/session/:sessionId'],
  findOpenPayment: ['GET', '/payment/open'],
  releasePayment: ['POST', '/payment/:id/release'],
  getEarnings: ['GET', '/users/me/earnings'],
  exportEarnings: ['GET', '/users/me/earnings.csv'],

  listNotices: ['GET', '/notices'],
  readNotices: ['POST', '/notices/read'],
  getLetterSettings: ['GET', '/users/me/letters'],
  updateLetterSettings: ['PUT', '/users/me/letters'],
  unsubscribe: ['POST', '/letters/unsubscribe'],

  getPayouts: ['GET', '/payouts'],
  getPayoutAccount: ['GET', '/payouts/account'],
  openPayoutAccount: ['POST', '/payouts/account'],

  createReport: ['POST', '/reports'],
  listReports: ['GET', '/admin/reports'],
  actOnReport: ['POST', '/admin/reports/:id/actions'],
  listAuditLog: ['GET', '/admin/audit'],
  approveCreator: ['POST', '/admin/creators/:id/approval'],

  joinWaitlist: ['POST', '/waitlist'],
} as const satisfies Record<string, Path>

export type WebRouteName = keyof typeof webPaths
