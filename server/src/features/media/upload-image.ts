import type { UploadAnswer } from '@vignette/contract/media.ts'
import type { Ctx } from '../../ctx.ts'
import type { ReceivedFile } from './receive-file.ts'
import { uploadFile } from './upload-file.ts'

export async function uploadImage(ctx: Ctx, received: ReceivedFile): Promise<UploadAnswer> {
  return uploadFile(ctx, 'image', received)
}
