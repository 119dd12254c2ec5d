import * as contract from '@vignette/contract/media.ts'
import { type Binding, handle } from '../../platform/http/define-api.ts'
import { uploadFile } from './upload-file.ts'

export const mediaRoutes: Binding[] = [
  handle(contract.uploadFile, (ctx, { params, request }) => uploadFile(ctx, params.kind, request)),
  handle(contract.uploadImage, (ctx, { request }) => uploadFile(ctx, 'image', request)),
]
