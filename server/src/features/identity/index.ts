export { accountBanned } from './account-banned.ts'
export { accountDeleted } from './account-deleted.ts'
export { banUser } from './ban-user.ts'
export { checkUserId } from './check-user-id.ts'
export { createGate } from './create-gate.ts'
export { ensureHouseUser } from './ensure-house-user.ts'
export { identityEvents } from './events.ts'
export { isApprovedCreator } from './is-approved-creator.ts'
export { lockCaller } from './lock-caller.ts'
export {
  findStrandedIn,
  isDeleted,
  isGone,
  mendStranded,
} from './mend-stranded.ts'
export { identityPorts } from './ports.ts'
export { findByAnyId, findPrincipals } from './queries.ts'
export { requireAdmin } from './require-admin.ts'
export { requireVisitor } from './require-visitor.ts'
export { publicHandle } from './rules.ts'
export { setApprovedCreator } from './set-approved-creator.ts'
export { principals } from './tables.ts'
