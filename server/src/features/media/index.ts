export { checkUpload, inspectFile } from './check-upload.ts'
export { type Look, MANIFEST_HEAD } from './child/messages.ts'
export { defineAlikePool, findAlike } from './find-alike.ts'
export { readLooks, readPictures, refuseKnown } from './look.ts'
export { makeVariants, shrinkForLetter } from './make-variants.ts'
export {
  addressOf,
  findMedia,
  markAdult,
  mediaIdOf,
  ownPathOf,
  readFeatures,
  recordVerdict,
  resolveUsableMedia,
  viewMediaOf,
} from './media.ts'
export {
  setMediaLink,
  setMediaSealed,
  setMediaVisibility,
  syncMediaAccess,
} from './media-access.ts'
export {
  handOverMedia,
  keepMedia,
  listNamed,
  markMediaUsed,
  releaseMedia,
  setMediaDeleted,
} from './media-use.ts'
export { openPdf } from './open-pdf.ts'
export { mediaPorts } from './ports.ts'
export {
  discardMedia,
  finishMedia,
  type PreparedMedia,
  prepareMedia,
  prepareProof,
  recordMedia,
  sketchMedia,
} from './prepare-media.ts'
export { type ReceivedFile, receiveFile } from './receive-file.ts'
export { keepFirst, signedHeader } from './serve-media.ts'
export type { Credentials } from './sign-file.ts'
export { resealSigningKeys } from './signing-key.ts'
export { sweepReceived } from './sweep-media.ts'
