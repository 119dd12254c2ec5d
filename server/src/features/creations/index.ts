export { takeBackCreation } from './change-creation.ts'
export { abandonCreation, deliverCreation, handOverCreation, reserveCreation } from './delivery.ts'
export { creationEvents } from './events.ts'
export { getCreation } from './get-creation.ts'
export { keepLinkKeys, replaceLinkKeys, resealLinkKeys } from './link-keys.ts'
export { listShownFiles } from './part.ts'
export {
  deliverProof,
  dropProofs,
  listProofs,
  lockOwnCreation,
  lockProof,
  openProof,
} from './proof.ts'
export { mayBeSample } from './samples.ts'
export { findOrigin, listNewestShown, listShownOf } from './shown-creations.ts'
export { seedOf, viewCreation } from './view-creation.ts'
export { viewNamed, viewShared } from './view-items.ts'
