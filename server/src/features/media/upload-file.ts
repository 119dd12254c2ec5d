import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { UploadAnswer } from '@vignette/contract/media.ts'
import type { UploadKind } from '@vignette/contract/upload-limits.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { addressOf } from './address-of.ts'
import { assertUploadRoom, countUpload } from './assert-upload-room.ts'
import { checkUpload } from './check-upload.ts'
import { discardMedia } from './discard-media.ts'
import { makeVariants } from './make-variants.ts'
import type { ReceivedFile } from './receive-file.ts'
import { type MediaRow, media } from './tables.ts'

const uploadQuota = defineLock(8_402_104)

/** Checks the file and stores it as the caller's private file until a first use. */
export async function uploadFile(
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
      // One upload of an owner is counted at a time, so that ten at once cannot exceed the quota.
      await lockFor(tx, uploadQuota, owner.id)
      await assertUploadRoom(tx, owner.id, size)
      await countUpload(tx, owner, size)
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
    // After any other failure the row may exist nevertheless; if not, the sweep deletes the file.
    if (error instanceof AppError) await discardMedia(ctx, { storageKey, previewKey })
    throw error
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
