export { addressOf } from './address-media.ts'
export { findMedia, viewMediaOf } from './find-media.ts'
export { listenAsMedia } from './hooks.ts'
export { makeVariants } from './make-variants.ts'
export { keepMedia, markMediaUsed, releaseMedia } from './mark-used.ts'
export { mediaIdOf, ownPathOf, resolveUsableMedia } from './resolve-own-media.ts'
export { mediaRoutes } from './routes.ts'
export { serveMedia } from './serve-media.ts'
export {
  followShown,
  setMediaDeleted,
  setMediaLink,
  setMediaVisibility,
} from './set-visibility.ts'
export { discardMedia, type PreparedMedia, prepareMedia, recordMedia } from './store-media.ts'
export {
  sweepMedia,
  sweepReceived,
  sweepStrayFiles,
} from './sweep-media.ts'
export { type MediaRow, media } from './tables.ts'
