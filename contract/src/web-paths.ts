/**
 * Method and path of every call under the API base. Imports no zod, because the browser loads this
 * file.
 */
export const API_BASE = '/api/v1'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Path = readonly [Method, string]

/** The calls that the web app knows from the start; those of other screens are in `late-paths.ts`. */
export const webPaths = {
  getAppConfig: ['GET', '/config'],
  listProviders: ['GET', '/providers'],
  getFrontPage: ['GET', '/front-page'],

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
  getReceipt: ['GET', '/creations/:id/receipt'],

  getJob: ['GET', '/jobs/:id'],
  streamJobEvents: ['GET', '/jobs/:id/events'],
  cancelJob: ['DELETE', '/jobs/:id'],
  listMyJobs: ['GET', '/users/me/jobs'],

  uploadFile: ['POST', '/upload/:kind'],

  startGoogleSignIn: ['GET', '/auth/google/start'],
  getAuthMe: ['GET', '/auth/me'],
  logout: ['POST', '/auth/logout'],
  logoutEverywhere: ['POST', '/auth/logout-everywhere'],
  getMe: ['GET', '/users/me'],
  updateUser: ['PUT', '/users'],
  listSessions: ['GET', '/users/me/sessions'],
  listUserCreations: ['GET', '/users/:id/creations'],

  getPaymentConfig: ['GET', '/payment/config'],
  createCheckoutSession: ['POST', '/payment/create-checkout-session'],
  getPaymentSession: ['GET', '/payment/session/:sessionId'],
  findOpenPayment: ['GET', '/payment/open'],
  releasePayment: ['POST', '/payment/:id/release'],
  getEarnings: ['GET', '/users/me/earnings'],

  joinWaitlist: ['POST', '/waitlist'],
} as const satisfies Record<string, Path>

/** A call whose address the web app can write without waiting. */
export type EarlyRouteName = keyof typeof webPaths
