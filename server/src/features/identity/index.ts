export { checkUserId } from './check-user-id.ts'
export { createGate } from './create-gate.ts'
export { mountDevelopmentIdentity } from './development-page.ts'
export { ensureHouseUser } from './ensure-house-user.ts'
export { isApprovedCreator } from './is-approved-creator.ts'
export { setApprovedCreator, setBanned } from './judge-principal.ts'
export { lockCaller } from './lock-caller.ts'
export {
  findStrandedIn,
  isDeleted,
  isGone,
  mendStranded,
} from './mend-stranded.ts'
export { findByAnyId, findPrincipals } from './queries.ts'
export { accountBanned, accountDeleted, requireAdmin, requireVisitor } from './require-caller.ts'
export { identityRoutes } from './routes.ts'
export { publicHandle } from './rules.ts'
export { sweepSessions } from './sweep-sessions.ts'
export { principals } from './tables.ts'
