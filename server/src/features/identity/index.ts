export {
  assertRoomForToken,
  endGrantedTokens,
  isMadeFor,
  keepGrantedToken,
} from './access-token.ts'
export { banUser } from './ban-user.ts'
export {
  accountBanned,
  accountDeleted,
  actFor,
  isStaff,
  lockActing,
  lockCaller,
  lockCallerUnlessCommand,
  lockFree,
  requireFreshSignIn,
  requireStaff,
  requireUser,
  requireVisitor,
} from './caller.ts'
export { checkUserId, ownIdOf } from './check-user-id.ts'
export { readFan } from './cookies.ts'
export { createGate } from './create-gate.ts'
export {
  acceptCreatorTerms,
  findAcceptedTerms,
  isApprovedCreator,
  setApprovedCreator,
} from './creator.ts'
export { eraseAccount } from './delete-account.ts'
export { identityEvents } from './events.ts'
export { gatherAccount, sendAccount } from './export-account.ts'
export { giveRoles } from './give-roles.ts'
export { findHolders, type Holder, readHolder } from './holder.ts'
export { ensureHouseUser, isHouse, isOfHouse, notOfHouse } from './house.ts'
export { ownedListeners } from './owned-rows.ts'
export { listAccountsOf, listOwners, listOwnersBy } from './owner.ts'
export { identityPorts, type LeftBehind } from './ports.ts'
export {
  findByAnyId,
  findByHandle,
  findByUsername,
  findPrincipals,
  isMember,
  isNamedAdmin,
  listStaff,
  rolesOf,
} from './principal.ts'
export { probeIssuer } from './probe-issuer.ts'
export { repairOrphans } from './repair-orphans.ts'
export { publicHandle } from './rules.ts'
export { isLivingOf, revokeSessions } from './session.ts'
export { startGoogleSignIn } from './start-google-sign-in.ts'
export { admitVisitor } from './visitor.ts'
export { forgetWaiting, inviteFromWaitlist } from './waitlist.ts'
