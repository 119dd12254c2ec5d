import { type Path, webPaths } from './web-paths.ts'

/** The calls of vendors, operators and other clients, which the web app never makes. */
const otherPaths = {
  healthcheck: ['GET', '/healthcheck'],
  getWorkflowCreation: ['GET', '/workflows/:id/creations/:creationId'],
  uploadImage: ['POST', '/upload'],
  finishGoogleSignIn: ['GET', '/auth/google/callback'],
  getUser: ['GET', '/users/:id'],
  receiveWebhook: ['POST', '/payment/webhook/:gateway'],
  updatePayoutSettings: ['PATCH', '/payouts/settings'],
  receivePayoutWebhook: ['POST', '/payouts/webhook/:gateway'],
  previewPayoutRun: ['GET', '/admin/payouts/preview'],
  startPayoutRun: ['POST', '/admin/payouts/run'],
  exportPayoutRun: ['GET', '/admin/payouts/runs/:id/csv'],
  setPayoutHold: ['POST', '/admin/payouts/holds'],
  liftPayoutHold: ['DELETE', '/admin/payouts/holds/:id'],
  markPayoutPaid: ['POST', '/admin/payouts/:id/paid'],
  markPayoutFailed: ['POST', '/admin/payouts/:id/failed'],
  collectAnalytics: ['POST', '/analytics/batch'],
} as const satisfies Record<string, Path>

export const paths = { ...webPaths, ...otherPaths }
export type RouteName = keyof typeof paths
