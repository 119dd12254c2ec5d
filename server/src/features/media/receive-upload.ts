import { UPLOADS, type UploadKind } from '@vignette/contract/upload-limits.ts'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { diskFull, hasDiskRoom } from '../../platform/storage/disk-room.ts'
import { requireVisitor } from '../identity/index.ts'
import { assertNetworkRoom, assertUploadRoom } from './assert-upload-room.ts'
import { assertCheckersHaveRoom } from './check-upload.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'

/** Receives the file of a caller within the quota, if the queue of checks has room. */
export async function receiveUpload(
  ctx: Ctx,
  kind: UploadKind,
  request: FastifyRequest,
): Promise<ReceivedFile> {
  assertCheckersHaveRoom(ctx)
  if (!(await hasDiskRoom(ctx.config))) throw diskFull()
  const owner = requireVisitor(ctx)
  await assertUploadRoom(ctx, owner.id, 0)
  await assertNetworkRoom(ctx, owner)
  return receiveFile(ctx, request, UPLOADS[kind].maxBytes)
}
