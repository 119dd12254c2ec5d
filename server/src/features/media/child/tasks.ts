import { finishImage, makeVariant } from './images.ts'
import { checkUpload } from './uploads.ts'
import { finishVideo } from './videos.ts'

/** The media feature's killable work: whatever touches bytes that we did not make ourselves. */
export const mediaTasks = { finishImage, finishVideo, makeVariant, checkUpload }
