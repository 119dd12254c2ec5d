import { MAX_IMAGE_PIXELS, type UploadKind } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { networkOf } from '../../platform/http/network.ts'
import { diskFull } from '../../platform/storage/disk-room.ts'
import { MissingFile } from '../../platform/storage/storage.ts'
import type { MediaRow } from '../../schema/media.ts'
import type { FaceRequest } from './child/messages.ts'
import type { CheckedUpload, UploadRequest } from './child/uploads.ts'
import { mediaPorts } from './ports.ts'
import type { ReceivedFile } from './receive-file.ts'

/** CPU time, so that a busy machine refuses no picture. */
const PICTURE_WORK_MS = 10_000
/** Wall-clock time from the start of the work: for films, and for work that hangs. */
const CHECK_LIMIT_MS = 60_000
/**
 * Noise of 7000 × 7000 takes 550 MB; only files that must be decoded as a whole take more, such as an
 * interlaced PNG of 250 megapixels.
 */
const CHECK_MEMORY_MB = 1024

/** The most uploads waiting for a check: enough for a school behind one client IP, too few for a flood. */
const MOST_WAITING = 100
const MOST_WAITING_PER_NETWORK = 20
const RETRY_SECONDS = 10

/** The children for uploads, queued fairly by the caller's network. */
export function checkersOf(ctx: Ctx): Ctx['uploadChildren'] {
  return ctx.uploadChildren.inTurn(networkOf(ctx.caller.address))
}

export function assertCheckersHaveRoom(ctx: Ctx): void {
  const pool = ctx.uploadChildren
  if (
    pool.waiting() < MOST_WAITING &&
    pool.waiting(networkOf(ctx.caller.address)) < MOST_WAITING_PER_NETWORK
  ) {
    return
  }
  throw new AppError(
    'overloaded',
    `Too many uploads wait to be checked. Try again in ${RETRY_SECONDS} s.`,
    { retryAfterSeconds: RETRY_SECONDS },
  )
}

export async function checkUpload(
  ctx: Ctx,
  kind: UploadKind,
  received: ReceivedFile,
): Promise<CheckedUpload & Verdict & Pick<MediaRow, 'showsFace'>> {
  assertCheckersHaveRoom(ctx)
  const { path, outPath } = received
  const task: UploadRequest = { path, outPath, kind, maxPixels: MAX_IMAGE_PIXELS }
  const limits = {
    memoryMb: CHECK_MEMORY_MB,
    ...(kind === 'image' ? { cpuMs: PICTURE_WORK_MS } : {}),
  }
  const checked = await checkersOf(ctx)
    .run<CheckedUpload>('checkUpload', task, { timeoutMs: CHECK_LIMIT_MS, limits })
    .catch((error: unknown) => {
      throw error instanceof ChildError ? asRefusal(ctx, kind, error) : error
    })
  const pictures = picturesOf(checked)
  if (pictures.length === 0) return { ...checked, ...NOT_SCORED, showsFace: null }
  const [verdict, showsFace] = await Promise.all([
    scoreUpload(ctx, pictures),
    findFace(ctx, pictures),
  ])
  return { ...checked, ...verdict, showsFace }
}

/** What an upload is judged by: a film by its frames, a picture by its preview, a sound by none. */
export function picturesOf({ frames, preview }: CheckedUpload): Uint8Array[] {
  return frames ?? (preview ? [preview] : [])
}

type Verdict = Pick<MediaRow, 'verdict' | 'verdictBy'>
const NOT_SCORED: Verdict = { verdict: null, verdictBy: null }

const FACE_LIMIT_MS = 10_000

/** Null where FACE_QUESTION is off, or where no model could look: then nothing is asked, since an upload must not wait for it. */
async function findFace(ctx: Ctx, pictures: Uint8Array[]): Promise<boolean | null> {
  if (ctx.config.FACE_QUESTION === 'off') return null
  const request: FaceRequest = { pictures }
  try {
    return await checkersOf(ctx).run<boolean>('findFace', request, { timeoutMs: FACE_LIMIT_MS })
  } catch (error) {
    ctx.log.warn({ err: error }, 'an upload could not be searched for a face')
    return null
  }
}

/** Throws for a refused file; else answers whether the file may be public. */
async function scoreUpload(ctx: Ctx, pictures: Uint8Array[]): Promise<Verdict> {
  // The score of an upload must not wait for the jobs' children.
  const scoring = { ...ctx, children: checkersOf(ctx) }
  const given = await mediaPorts.uploadVerdict.ask(scoring, { pictures })
  if (given.verdict === 'refuse') {
    throw new AppError('content_refused', 'This file shows what is not allowed here.')
  }
  return given
}

/** Messages of a child's libraries when the disk is full. */
const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/

function asRefusal(ctx: Ctx, kind: UploadKind, cause: ChildError): Error {
  if (NO_ROOM.test(cause.message)) return diskFull(cause)
  if (cause.kind === 'closed' || cause.code === 'internal') return cause
  if (cause.code === 'unsupported_media') {
    return new AppError('unsupported_media', cause.message, { cause })
  }
  ctx.log.info({ kind, code: cause.code, why: cause.message }, 'an upload was refused')
  const [message, detail] = sayWhy(kind, cause)
  return new AppError('invalid_media', message, {
    cause,
    details: [{ path: 'file', message: detail }],
  })
}

function sayWhy(kind: UploadKind, cause: ChildError): [message: string, detail: string] {
  const thing = kind === 'image' ? 'picture' : 'file'
  if (cause.kind === 'timeout') {
    const seconds = (kind === 'image' ? PICTURE_WORK_MS : CHECK_LIMIT_MS) / 1000
    return [
      `This ${thing} takes more than ${seconds} seconds to open. Save a smaller copy and upload that.`,
      `takes more than ${seconds} seconds to open`,
    ]
  }
  if (cause.kind === 'memory') {
    return [
      `This ${thing} takes more memory to open than one upload may use. Save a smaller copy and upload that.`,
      'takes too much memory to open',
    ]
  }
  // A file that kills its decoder is not valid media.
  return [`The file is no ${kind} that can be read.`, `is no ${kind} that can be read`]
}

const INSPECT_LIMIT_MS = 20_000

type FileFault = 'missing' | 'unreadable' | 'blank'

/**
 * What a machine can see to be wrong with a stored file; undefined where the file looks whole. Of a
 * film only the stored length is compared. Asks the store and a child, so it runs in no transaction.
 */
export async function inspectFile(
  ctx: Ctx,
  file: Pick<MediaRow, 'kind' | 'storageKey' | 'bytes'>,
): Promise<FileFault | undefined> {
  const stat = await ctx.storage.stat(file.storageKey)
  if (!stat) return 'missing'
  if (stat.bytes !== file.bytes) return 'unreadable'
  if (file.kind !== 'image') return undefined
  try {
    const bytes = await ctx.storage.read(file.storageKey)
    const request = { bytes, maxPixels: MAX_IMAGE_PIXELS }
    const options = { timeoutMs: INSPECT_LIMIT_MS }
    const blank = await ctx.uploadChildren
      .inTurn('inspect')
      .run<boolean>('isBlank', request, options)
    return blank ? 'blank' : undefined
  } catch (error) {
    if (error instanceof MissingFile) return 'missing'
    if (error instanceof ChildError && error.code === 'invalid_media') return 'unreadable'
    throw error
  }
}
