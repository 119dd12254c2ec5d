import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import type { ChildTask } from '../../main/child.ts'
import type { ChildPool } from '../../platform/children/pool.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { diskFull, isDiskFull } from '../../platform/storage/disk-room.ts'
import { storeUnavailable } from '../../platform/storage/storage.ts'
import type { MediaRow } from '../../schema/media.ts'
import type { FramesRequest, Look, LooksRequest } from './child/messages.ts'
import { mediaPorts } from './ports.ts'

const LIMIT_MS = 30_000
/** Of a film that is long between its key frames, all of it is decoded. */
const FRAMES_LIMIT_MS = 60_000
const FRAMES_MEMORY_MB = 1024

type Judged = Pick<MediaRow, 'kind' | 'storageKey' | 'previewKey'>

interface ReadPictures {
  /** Of a picture; a film is read as a whole. */
  whole?: boolean
  /** How many frames of a film; to be known again it takes more than to be judged. */
  density?: FramesRequest['density']
  signal?: AbortSignal | undefined
}

/** The pictures by which a stored file is judged: of a film frames across it, of a sound none. */
export async function readPictures(
  ctx: Pick<Ctx, 'children' | 'config' | 'storage'>,
  { kind, storageKey, previewKey }: Judged,
  { whole = false, density = 'judged', signal }: ReadPictures = {},
): Promise<Uint8Array[]> {
  if (kind === 'video') return readFilm(ctx, storageKey, { density, signal })
  if (kind === 'audio') return []
  return [await ctx.storage.read(whole ? storageKey : (previewKey ?? storageKey))]
}

/** A film reaches the child as a file, so that no process holds it in memory. */
async function readFilm(
  ctx: Pick<Ctx, 'children' | 'config' | 'storage'>,
  key: string,
  { density, signal }: Pick<FramesRequest, 'density'> & Pick<ReadPictures, 'signal'>,
): Promise<Uint8Array[]> {
  const folder = join(ctx.config.dataDir, 'tmp')
  makeFolder(folder, 0o700)
  const path = join(folder, `film-${randomBytes(12).toString('hex')}`)
  try {
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(await ctx.storage.open(key), target, signal ? { signal } : {}).catch(
      (error: unknown) => {
        throw isDiskFull(error) ? diskFull(error) : storeUnavailable(error)
      },
    )
    const request: FramesRequest = { path, maxPixels: MAX_IMAGE_PIXELS, density }
    return await ctx.children.run<Uint8Array[]>('readFrames', request, {
      timeoutMs: FRAMES_LIMIT_MS,
      limits: { memoryMb: FRAMES_MEMORY_MB },
      ...(signal ? { signal } : {}),
    })
  } finally {
    await rm(path, { force: true })
  }
}

interface ReadLooks {
  turned: boolean
  signal?: AbortSignal | undefined
}

/** By what a picture is known again; `turned`, also mirrored, turned and cut. */
export function readLooks(
  { children }: Pick<Ctx, 'children'>,
  bytes: Uint8Array,
  { turned, signal }: ReadLooks,
): Promise<Look[]> {
  const request: LooksRequest = { bytes, maxPixels: MAX_IMAGE_PIXELS, turned }
  const options = { timeoutMs: LIMIT_MS, ...(signal ? { signal } : {}) }
  return children.run<Look[]>('hashLooks', request, options)
}

/** Asked of each file before it is kept or delivered: what was taken down does not come back. */
export async function refuseKnown(
  ctx: Ctx,
  pictures: readonly Uint8Array[],
  { refusal, ...how }: { refusal: string; signal?: AbortSignal; children?: ChildPool<ChildTask> },
): Promise<void> {
  const { children = ctx.children, signal } = how
  const looks = async () => {
    const found: Look[] = []
    // One after the other: a check holds its whole picture in memory.
    for (const bytes of pictures)
      found.push(...(await readLooks({ children }, bytes, { turned: false, signal })))
    return found
  }
  if ((await mediaPorts.matchKnown.ask(ctx, { looks })) === 'allow') return
  throw new AppError('content_refused', refusal)
}
