import * as contract from '@vignette/contract/media.ts'
import { type Binding, handle, handleReceived } from '../../handle.ts'
import { getProvenance } from './signing-key.ts'
import { receiveUpload, uploadFile, uploadImage } from './upload-file.ts'

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
  handle(contract.getProvenance, async (ctx) => getProvenance(ctx)),
]
