import * as contract from '@vignette/contract/media.ts'
import { type Binding, handleReceived } from '../../platform/http/define-api.ts'
import { receiveUpload, storeUpload } from './upload-file.ts'

export const mediaRoutes: Binding[] = [
  handleReceived(
    contract.uploadFile,
    (ctx, { params, request }) => receiveUpload(ctx, params.kind, request),
    (ctx, { params }, file) => storeUpload(ctx, params.kind, file),
  ),
  handleReceived(
    contract.uploadImage,
    (ctx, { request }) => receiveUpload(ctx, 'image', request),
    (ctx, _input, file) => storeUpload(ctx, 'image', file),
  ),
]
