import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../http/app-error.ts'

/** The floor's share of a small disk, so that such a disk stays usable. */
const FLOOR_SHARE = 20
const MEGABYTE = 1024 * 1024
const RETRY_SECONDS = 60

export interface DiskRoom {
  folder: 'data' | 'media'
  freeBytes: number
  /** Below this many free bytes, uploads, large bodies and product events are refused. */
  floorBytes: number
}

interface DiskRoomSettings {
  dataDir: string
  DISK_FLOOR_MB: number
  /** With a bucket configured, the media are not on this disk. */
  S3_BUCKET?: string | undefined
}

/** Free bytes of DATA_DIR and of the media folder, which may be another disk; an unreadable folder is left out. */
export async function readDiskRoom(config: DiskRoomSettings): Promise<DiskRoom[]> {
  const folders = [{ folder: 'data' as const, path: config.dataDir }]
  const media = { folder: 'media' as const, path: join(config.dataDir, 'media') }
  const all = config.S3_BUCKET ? folders : [...folders, media]
  const rooms = await Promise.all(
    all.map(async ({ folder, path }) => {
      const disk = await statfs(path).catch(() => undefined)
      if (!disk) return []
      const freeBytes = disk.bavail * disk.bsize
      const floorBytes = Math.min(
        config.DISK_FLOOR_MB * MEGABYTE,
        Math.floor((disk.blocks * disk.bsize) / FLOOR_SHARE),
      )
      return [{ folder, freeBytes, floorBytes }]
    }),
  )
  return rooms.flat()
}

export async function hasDiskRoom(config: DiskRoomSettings): Promise<boolean> {
  const rooms = await readDiskRoom(config)
  return rooms.every(({ freeBytes, floorBytes }) => freeBytes >= floorBytes)
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'The server has no room left at the moment. Nothing is wrong with what you sent. Please try again later.',
    { retryAfterSeconds: RETRY_SECONDS, cause },
  )
}

/** No space, no quota, and PostgreSQL's code for both. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a disk was full, here or at the database: never the caller's fault. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (CODES.has((at as { code?: string }).code ?? '')) return true
  }
  return false
}
