import * as contract from '@vignette/contract/media.ts'
import { type Binding, handleReceived } from '../../handle.ts'
import { receiveUpload } from './receive-upload.ts'
import { uploadFile } from './upload-file.ts'
import { uploadImage } from './upload-image.ts'

export const mediaRoutes: Binding[] = [
  handleReceived(
    contract.uploadFile,
    (ctx, { params, request }) => receiveUpload(ctx, params.kind, request),
    (ctx, { params }, file) => uploadFile(ctx, params.kind, file),
  ),
  handleReceived(
    contract.uploadImage,
    (ctx, { request }) => receiveUpload(ctx, 'image', request),
    (ctx, _input, file) => uploadImage(ctx, file),
  ),
]
