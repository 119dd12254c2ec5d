import type { RouteName } from './paths.ts'

/** What an admin may give to a person; an admin holds all of them. */
export const STAFF_ROLES = ['admin', 'moderator', 'finance'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * The calls for the operator's people, and which roles may make each besides an admin. The gate and
 * each verb ask this table, and the console shows a person the pages that it allows.
 */
export const STAFF_CALLS = {
  listClaims: ['moderator'],
  decideClaim: ['moderator'],
  decideObjection: ['moderator'],
  listReports: ['moderator'],
  actOnReport: ['moderator'],
  decideUnreported: ['moderator'],
  listCreators: ['moderator'],
  approveCreator: ['moderator'],
  listAuditLog: [],
  exportAuditLog: [],

  getToday: ['moderator', 'finance'],
  getSettings: [],
  updateSettings: [],
  testSettings: [],
  listPeople: ['moderator', 'finance'],
  getPerson: ['moderator', 'finance'],
  banPerson: ['moderator'],
  endSessions: ['moderator'],
  setRoles: [],
  exportPerson: [],
  deletePerson: [],
  listWaitlist: ['moderator'],
  inviteFromWaitlist: ['moderator'],
  forgetWaiting: ['moderator'],

  listAllWorkflows: ['moderator'],
  pauseWorkflow: ['moderator'],
  getFirstCatalogue: [],
  removeFirstCatalogue: [],
  listRuns: ['moderator', 'finance'],
  getRun: ['moderator', 'finance'],
  retryRun: ['moderator', 'finance'],
  cancelRun: ['moderator', 'finance'],

  listAllPayments: ['finance'],
  getPayment: ['finance'],
  refundPayment: ['finance'],
  releaseAuthorisation: ['finance'],
  listAllCases: ['finance'],
  grantCase: ['finance'],
  refuseCase: ['finance'],
  listAllDisputes: ['finance'],
  getDispute: ['finance'],
  sendEvidence: ['finance'],
  refundWarnedPayment: ['finance'],

  listPayoutRuns: ['finance'],
  previewPayoutRun: ['finance'],
  startPayoutRun: ['finance'],
  listRunPayouts: ['finance'],
  exportPayoutRun: ['finance'],
  listPayoutHolds: ['finance'],
  setPayoutHold: ['finance'],
  liftPayoutHold: ['finance'],
  markPayoutPaid: ['finance'],
  markPayoutFailed: ['finance'],
  reversePayout: ['finance'],
  adjustBalance: ['finance'],
  bookPayoutCost: ['finance'],
  getBooks: ['finance'],
  compareBooks: ['finance'],
  listBackups: [],
  downloadBackup: [],
  exportTaxReport: ['finance'],
  getMargins: ['finance'],
  exportMargins: ['finance'],
  getStatement: ['finance'],
  exportStatement: ['finance'],
} as const satisfies Partial<Record<RouteName, readonly Exclude<StaffRole, 'admin'>[]>>
export type StaffCall = keyof typeof STAFF_CALLS

/** Whether someone with these roles may make the call. */
export function mayCall(roles: readonly string[], call: StaffCall): boolean {
  return roles.includes('admin') || STAFF_CALLS[call].some((role) => roles.includes(role))
}
