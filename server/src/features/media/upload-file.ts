import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { UNUSED_UPLOAD_QUOTA_BYTES, UPLOADS, type UploadKind } from '@vignette/contract/limits.ts'
import type { UploadAnswer } from '@vignette/contract/media.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { diskFull, hasDiskRoom } from '../../platform/storage/disk-room.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { addressOf } from './address-media.ts'
import { assertCheckersHaveRoom, checkUpload } from './check-upload.ts'
import { makeVariants } from './make-variants.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import { discardMedia } from './store-media.ts'
import { type MediaRow, media } from './tables.ts'

/** Takes in the file of a caller who has room for it, if it can be checked soon. */
export async function receiveUpload(
  ctx: Ctx,
  kind: UploadKind,
  request: FastifyRequest,
): Promise<ReceivedFile> {
  assertCheckersHaveRoom(ctx)
  if (!(await hasDiskRoom(ctx.config))) throw diskFull()
  await assertRoom(ctx, requireVisitor(ctx).id, 0)
  return receiveFile(ctx, request, UPLOADS[kind].maxBytes)
}

/** Checked and stored as the caller's own private file, until something uses it. */
export async function storeUpload(
  ctx: Ctx,
  kind: UploadKind,
  received: ReceivedFile,
): Promise<UploadAnswer> {
  requireVisitor(ctx)
  const checked = await checkUpload(ctx, kind, received)
  return viewUpload(await keep(ctx, { kind, received, checked }))
}

interface Kept {
  kind: UploadKind
  received: ReceivedFile
  checked: Awaited<ReturnType<typeof checkUpload>>
}

async function keep(ctx: Ctx, { kind, received, checked }: Kept): Promise<MediaRow> {
  const { size } = await stat(received.outPath)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(received.outPath)) hash.update(chunk as Buffer)
  const { preview, contentType, extension, placeholder, width, height, durationMs } = checked
  const id = newId()
  const stem = `upload/${id.slice(-2)}/${id}`
  const storageKey = `${stem}.${extension}`
  const previewKey = preview ? `${stem}-preview.webp` : null
  await ctx.storage.put(storageKey, createReadStream(received.outPath), { contentType })
  if (preview && previewKey) {
    await ctx.storage.put(previewKey, Buffer.from(preview), { contentType: 'image/webp' })
  }
  try {
    return await inTransaction(ctx, async (tx) => {
      const { owner } = await lockCaller(tx)
      // One upload of a visitor is counted at a time, so that ten at once do not slip through.
      await lockFor(tx, 'uploadQuota', owner.id)
      await assertRoom(tx, owner.id, size)
      const [row] = await tx.db
        .insert(media)
        .values({
          id,
          ownerId: owner.id,
          origin: 'upload',
          kind,
          token: randomBytes(12).toString('base64url'),
          storageKey,
          previewKey,
          contentType,
          extension,
          bytes: size,
          sha256: hash.digest('hex'),
          width,
          height,
          durationMs,
          placeholder,
          verdict: checked.verdict,
          verdictBy: checked.verdictBy,
          createdAt: tx.clock.now(),
        })
        .returning()
      if (!row) throw new Error('the media row was not written')
      if (kind === 'image') await tx.queue.send(tx, makeVariants, { mediaId: id })
      return row
    })
  } catch (error) {
    // After any other failure the row may be there all the same; if not, the file is swept.
    if (error instanceof AppError) await discardMedia(ctx, { storageKey, previewKey })
    throw error
  }
}

async function assertRoom(ctx: Ctx, ownerId: string, bytes: number): Promise<void> {
  const [held] = await ctx.db
    .select({ bytes: sql<string>`coalesce(sum(${media.bytes}), 0)` })
    .from(media)
    .where(
      and(
        eq(media.ownerId, ownerId),
        eq(media.origin, 'upload'),
        isNull(media.usedAt),
        isNull(media.deletedAt),
      ),
    )
  if (Number(held?.bytes ?? 0) + bytes >= UNUSED_UPLOAD_QUOTA_BYTES) {
    throw new AppError(
      'quota_exceeded',
      'You have 500 MB of uploads that nothing uses yet. Use some, or wait a day until they are removed.',
    )
  }
}

function viewUpload(row: MediaRow): UploadAnswer {
  return {
    id: row.id,
    url: addressOf(row),
    content_type: row.contentType,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
  }
}
