export { addressOf } from './address-of.ts'
export { discardMedia } from './discard-media.ts'
export { findMedia } from './find-media.ts'
export { listenAsMedia } from './hooks.ts'
export { keepMedia } from './keep-media.ts'
export { makeVariants } from './make-variants.ts'
export { markMediaUsed } from './mark-media-used.ts'
export { mediaIdOf } from './media-id-of.ts'
export { ownPathOf } from './own-path-of.ts'
export { prepareMedia } from './prepare-media.ts'
export { recordMedia } from './record-media.ts'
export { releaseMedia } from './release-media.ts'
export { resolveUsableMedia } from './resolve-usable-media.ts'
export { setMediaDeleted } from './set-media-deleted.ts'
export { setMediaLink } from './set-media-link.ts'
export { setMediaVisibility } from './set-media-visibility.ts'
export {
  sweepMedia,
  sweepReceived,
  sweepStrayFiles,
} from './sweep-media.ts'
export { syncMediaAccess } from './sync-media-access.ts'
export { type MediaRow, media } from './tables.ts'
export { viewMediaOf } from './view-media-of.ts'
