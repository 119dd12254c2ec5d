import { finishImage, isBlank, makeVariant } from './images.ts'
import { checkUpload } from './uploads.ts'
import { finishVideo } from './videos.ts'

/** The media feature's work in killable children: everything that decodes untrusted bytes. */
export const mediaTasks = { finishImage, finishVideo, makeVariant, isBlank, checkUpload }
