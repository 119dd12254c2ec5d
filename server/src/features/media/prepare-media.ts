import { createHash, randomBytes } from 'node:crypto'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type MediaRow, media } from '../../schema/media.ts'
import type {
  FinishedMedia,
  FinishRequest,
  ProofRequest,
  SketchRequest,
  SourceType,
} from './child/messages.ts'
import { type Credentials, signFile } from './sign-file.ts'

interface NewMedia {
  kind: 'image' | 'video'
  origin: 'upload' | 'generated'
  bytes: Buffer
  sourceType: SourceType | null
  /** What the file's manifest says; absent where nobody is given the file itself. */
  credentials?: Credentials
  signal?: AbortSignal
}

const FINISH_LIMIT_MS = 60_000

/**
 * Decodes, checks and re-encodes the file; throws invalid_media where the content does not match its declared
 * kind.
 */
export async function finishMedia(ctx: Ctx, file: NewMedia): Promise<FinishedMedia> {
  const request: FinishRequest = {
    bytes: file.bytes,
    maxPixels: MAX_IMAGE_PIXELS,
    sourceType: file.sourceType,
  }
  try {
    return await ctx.children.run<FinishedMedia>(
      file.kind === 'image' ? 'finishImage' : 'finishVideo',
      request,
      { timeoutMs: FINISH_LIMIT_MS, ...(file.signal ? { signal: file.signal } : {}) },
    )
  } catch (error) {
    if (error instanceof ChildError && error.code === 'invalid_media') {
      throw new AppError('invalid_media', `The file is no ${file.kind} that can be read.`, {
        cause: error,
      })
    }
    throw error
  }
}

/** A checked file in the store, without a row so far. */
export type PreparedMedia = Omit<
  MediaRow,
  | 'ownerId'
  | 'usedAt'
  | 'keptUntil'
  | 'deletedAt'
  | 'purgedAt'
  | 'linkHash'
  | 'asSentKey'
  | 'sealed'
  | 'showsFace'
  | 'verdict'
  | 'verdictBy'
>

/**
 * Puts the file into the store; the caller's transaction writes its row afterwards. A file without a
 * row is swept; a row without a file could not be repaired.
 */
export async function prepareMedia(ctx: Ctx, file: NewMedia): Promise<PreparedMedia> {
  const finished = await finishMedia(ctx, file)
  const { credentials, signal } = file
  if (!credentials) return storeFinished(ctx, file, finished)
  // Signed last, since every later change of the bytes would break the signature.
  const { bytes, signedBy } = await signFile(ctx, finished, { credentials, signal })
  return storeFinished(ctx, file, { ...finished, bytes }, signedBy)
}

async function storeFinished(
  ctx: Ctx,
  file: Pick<NewMedia, 'kind' | 'origin'>,
  finished: FinishedMedia,
  signedBy: string | null = null,
): Promise<PreparedMedia> {
  const id = newId()
  const bytes = Buffer.from(finished.bytes)
  const storageKey = `${file.origin}/${id.slice(-2)}/${id}.${finished.extension}`
  const previewKey = `${file.origin}/${id.slice(-2)}/${id}-preview.webp`
  await ctx.storage.put(storageKey, bytes, { contentType: finished.contentType })
  await ctx.storage.put(previewKey, Buffer.from(finished.preview), { contentType: 'image/webp' })
  return {
    id,
    origin: file.origin,
    kind: file.kind,
    public: false,
    token: randomBytes(12).toString('base64url'),
    storageKey,
    previewKey,
    contentType: finished.contentType,
    extension: finished.extension,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: finished.width,
    height: finished.height,
    durationMs: finished.durationMs,
    placeholder: finished.placeholder,
    dhash: finished.dhash,
    frameHashes: finished.frameHashes ?? null,
    signedBy,
    createdAt: ctx.clock.now(),
  }
}

const PROOF_LIMIT_MS = 120_000
const SKETCH_LIMIT_MS = 30_000

/** Puts a small and marked likeness of a stored file into the store, for a buyer who has not paid yet. */
export async function prepareProof(
  ctx: Ctx,
  whole: Pick<MediaRow, 'kind' | 'storageKey'>,
  { sourceType, signal }: { sourceType: SourceType | null; signal: AbortSignal },
): Promise<PreparedMedia> {
  const { kind, storageKey } = whole
  if (kind === 'audio') throw new Error('a sound has no proof')
  const request: ProofRequest = {
    bytes: await ctx.storage.read(storageKey),
    maxPixels: MAX_IMAGE_PIXELS,
    sourceType,
    longestSide: PROOF.longestSide,
    seconds: PROOF.filmSeconds,
  }
  const task = kind === 'image' ? 'proveImage' : 'proveVideo'
  const finished = await ctx.children.run<FinishedMedia>(task, request, {
    timeoutMs: PROOF_LIMIT_MS,
    signal,
  })
  return storeFinished(ctx, { kind, origin: 'generated' }, finished)
}

/** A small picture that is shown and not stored, with the proof's mark in it or without. */
export async function sketchMedia(
  ctx: Pick<Ctx, 'children'>,
  { bytes, ...how }: { bytes: Buffer; longestSide: number; marked: boolean },
  signal: AbortSignal,
): Promise<Buffer> {
  const request: SketchRequest = { bytes, maxPixels: MAX_IMAGE_PIXELS, ...how }
  const options = { timeoutMs: SKETCH_LIMIT_MS, signal }
  return Buffer.from(await ctx.children.run<Uint8Array>('sketchImage', request, options))
}

/** Writes the row that gives a prepared file its owner. */
export async function recordMedia(
  tx: TxCtx,
  prepared: PreparedMedia & Partial<Pick<MediaRow, 'verdict'>>,
  ownerId: string,
): Promise<void> {
  await tx.db.insert(media).values({ ...prepared, ownerId })
}

/** Deletes a prepared file without a row; after a failure the sweep deletes the file. */
export async function discardMedia(
  ctx: Ctx,
  prepared: Pick<PreparedMedia, 'storageKey' | 'previewKey'> & { asSentKey?: string | null },
): Promise<void> {
  for (const key of [prepared.storageKey, prepared.previewKey, prepared.asSentKey]) {
    if (key) await ctx.storage.delete(key).catch(() => undefined)
  }
}
