import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { UploadAnswer } from '@vignette/contract/media.ts'
import {
  GUEST_UPLOAD_BYTES_PER_DAY,
  UNUSED_UPLOAD_QUOTA_BYTES,
  UPLOADS,
  type UploadKind,
} from '@vignette/contract/upload-limits.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  countToday,
  type DayScope,
  describeNextDay,
  isUsedUp,
  networkScopes,
} from '../../platform/http/day-counts.ts'
import { newId } from '../../platform/ids.ts'
import { diskFull, hasDiskRoom } from '../../platform/storage/disk-room.ts'
import { type MediaRow, media } from '../../schema/media.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { assertCheckersHaveRoom, checkersOf, checkUpload, picturesOf } from './check-upload.ts'
import { refuseKnown } from './look.ts'
import { makeVariants } from './make-variants.ts'
import { addressOf } from './media.ts'
import { discardMedia } from './prepare-media.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'

const uploadQuota = defineLock(8_402_104)

/** Checks the file and stores it as the caller's private file until a first use. */
export async function uploadFile(
  ctx: Ctx,
  kind: UploadKind,
  received: ReceivedFile,
): Promise<UploadAnswer> {
  requireVisitor(ctx)
  const checked = await checkUpload(ctx, kind, received)
  const pictures = picturesOf(checked)
  if (pictures.length > 0) {
    await refuseKnown(ctx, pictures, {
      children: checkersOf(ctx),
      refusal: `This ${kind === 'video' ? 'film shows what' : 'picture'} was taken down here, and cannot be uploaded again.`,
    })
  }
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
  const { preview, contentType, extension, placeholder, dhash, width, height, durationMs } = checked
  const { signedAs } = checked
  const id = newId()
  const stem = `upload/${id.slice(-2)}/${id}`
  const storageKey = `${stem}.${extension}`
  const previewKey = preview ? `${stem}-preview.webp` : null
  const asSentKey = signedAs ? `${stem}-as-sent.${signedAs}` : null
  await ctx.storage.put(storageKey, createReadStream(received.outPath), { contentType })
  if (preview && previewKey) {
    await ctx.storage.put(previewKey, Buffer.from(preview), { contentType: 'image/webp' })
  }
  if (asSentKey) {
    const given = createReadStream(received.path)
    await ctx.storage.put(asSentKey, given, { contentType: 'application/octet-stream' })
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
          asSentKey,
          contentType,
          extension,
          bytes: size,
          sha256: hash.digest('hex'),
          width,
          height,
          durationMs,
          placeholder,
          dhash,
          frameHashes: checked.frameHashes,
          showsFace: checked.showsFace,
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
    if (error instanceof AppError) await discardMedia(ctx, { storageKey, previewKey, asSentKey })
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
    shows_face: row.showsFace,
  }
}

export async function uploadImage(ctx: Ctx, received: ReceivedFile): Promise<UploadAnswer> {
  return uploadFile(ctx, 'image', received)
}

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

async function assertUploadRoom(ctx: Ctx, ownerId: string, bytes: number): Promise<void> {
  const [counted] = await ctx.db
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
  if (Number(counted?.bytes ?? 0) + bytes >= UNUSED_UPLOAD_QUOTA_BYTES) {
    throw new AppError(
      'quota_exceeded',
      'You have 500 MB of uploads that nothing uses yet. Use some, or wait a day until they are removed.',
    )
  }
}

/** Before a file is received: whether the caller's network has uploaded all that it may today. */
async function assertNetworkRoom(ctx: Ctx, owner: Principal): Promise<void> {
  const scopes = boundsOf(ctx, owner)
  if (scopes && (await isUsedUp(ctx, scopes))) throw networkFull(ctx)
}

/** Counts a file for the day of the caller's network; in the transaction that writes its row. */
async function countUpload(tx: TxCtx, owner: Principal, bytes: number): Promise<void> {
  const scopes = boundsOf(tx, owner)
  if (scopes && (await countToday(tx, scopes, bytes))) throw networkFull(tx)
}

/** Visitors are free to make, so that on a public server only their network bounds them all. */
function boundsOf(ctx: Ctx, { kind }: Principal): DayScope[] | undefined {
  if (kind === 'user' || ctx.config.loopback) return undefined
  return networkScopes(ctx, 'uploads', GUEST_UPLOAD_BYTES_PER_DAY)
}

function networkFull(ctx: Ctx): AppError {
  const { words, retryAfterSeconds } = describeNextDay(ctx)
  return new AppError(
    'rate_limited',
    `Your network has uploaded as much today as it may without an account. ${words} Sign in to upload now.`,
    { retryAfterSeconds },
  )
}
