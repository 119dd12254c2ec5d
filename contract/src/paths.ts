import { latePaths } from './late-paths.ts'
import { type Path, webPaths } from './web-paths.ts'

/** The calls of vendors, operators and other clients, which the web app never makes. */
const otherPaths = {
  healthcheck: ['GET', '/healthcheck'],
  getWorkflowCreation: ['GET', '/workflows/:id/creations/:creationId'],
  uploadImage: ['POST', '/upload'],
  finishGoogleSignIn: ['GET', '/auth/google/callback'],
  getUser: ['GET', '/users/:id'],
  receiveWebhook: ['POST', '/payment/webhook/:gateway'],
  printInvoice: ['GET', '/invoices/:token'],
  getStatement: ['GET', '/payouts/statements/:number'],
  exportStatement: ['GET', '/payouts/statements/:number/csv'],
  printStatement: ['GET', '/payouts/statements/:number/page'],
  receivePayoutWebhook: ['POST', '/payouts/webhook/:gateway'],
  collectAnalytics: ['POST', '/analytics/batch'],
} as const satisfies Record<string, Path>

export const paths = { ...webPaths, ...latePaths, ...otherPaths }
export type RouteName = keyof typeof paths
