import { findFace } from './find-face.ts'
import { finishImage, flattenImage, isBlank, makeVariant } from './images.ts'
import { hashLooks } from './looks.ts'
import { makeSigningKey } from './make-signing-key.ts'
import { proveImage, proveVideo, sketchImage } from './proofs.ts'
import { signFile } from './sign.ts'
import { checkUpload } from './uploads.ts'
import { finishVideo, readFrames } from './videos.ts'

/** The media feature's work in killable children: everything that decodes untrusted bytes. */
export const mediaTasks = {
  finishImage,
  finishVideo,
  proveImage,
  proveVideo,
  sketchImage,
  makeVariant,
  flattenImage,
  isBlank,
  hashLooks,
  readFrames,
  findFace,
  checkUpload,
  signFile,
  makeSigningKey,
}
