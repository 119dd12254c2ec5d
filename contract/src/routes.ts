import * as app from './app.ts'
import * as collectors from './collectors.ts'
import * as creations from './creations.ts'
import type { Route } from './define-route.ts'
import * as identity from './identity.ts'
import * as jobs from './jobs.ts'
import * as media from './media.ts'
import * as moderation from './moderation.ts'
import type { RouteName } from './paths.ts'
import * as payments from './payments.ts'
import * as workflows from './workflows.ts'

/** Every call of the API; the type makes the map complete. */
export const routes = {
  healthcheck: app.healthcheck,
  getAppConfig: app.getAppConfig,
  listProviders: app.listProviders,
  listWorkflows: workflows.listWorkflows,
  createWorkflow: workflows.createWorkflow,
  getWorkflow: workflows.getWorkflow,
  updateWorkflow: workflows.updateWorkflow,
  deleteWorkflow: workflows.deleteWorkflow,
  getWorkflowSource: workflows.getWorkflowSource,
  createCreation: creations.createCreation,
  listWorkflowCreations: creations.listWorkflowCreations,
  getWorkflowCreation: creations.getWorkflowCreation,
  getCreation: creations.getCreation,
  downloadCreation: creations.downloadCreation,
  updateCreation: creations.updateCreation,
  deleteCreation: creations.deleteCreation,
  restoreCreation: creations.restoreCreation,
  createSecretLink: creations.createSecretLink,
  revokeSecretLink: creations.revokeSecretLink,
  listUserCreations: creations.listUserCreations,
  listMyJobs: creations.listMyJobs,
  getJob: jobs.getJob,
  streamJobEvents: jobs.streamJobEvents,
  cancelJob: jobs.cancelJob,
  uploadFile: media.uploadFile,
  uploadImage: media.uploadImage,
  startGoogleSignIn: identity.startGoogleSignIn,
  finishGoogleSignIn: identity.finishGoogleSignIn,
  getAuthMe: identity.getAuthMe,
  logout: identity.logout,
  logoutEverywhere: identity.logoutEverywhere,
  getMe: identity.getMe,
  updateUser: identity.updateUser,
  deleteAccount: identity.deleteAccount,
  exportAccount: identity.exportAccount,
  listSessions: identity.listSessions,
  revokeSession: identity.revokeSession,
  createAccessToken: identity.createAccessToken,
  getUser: identity.getUser,
  getPaymentConfig: payments.getPaymentConfig,
  createCheckoutSession: payments.createCheckoutSession,
  getPaymentSession: payments.getPaymentSession,
  findOpenPayment: payments.findOpenPayment,
  releasePayment: payments.releasePayment,
  receiveWebhook: payments.receiveWebhook,
  getReceipt: payments.getReceipt,
  getEarnings: payments.getEarnings,
  exportEarnings: payments.exportEarnings,
  createReport: moderation.createReport,
  listReports: moderation.listReports,
  actOnReport: moderation.actOnReport,
  listAuditLog: moderation.listAuditLog,
  approveCreator: moderation.approveCreator,
  collectAnalytics: collectors.collectAnalytics,
  joinWaitlist: collectors.joinWaitlist,
} as const satisfies { [N in RouteName]: Route<N> }

export type Routes = typeof routes
