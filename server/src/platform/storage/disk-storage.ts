import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../make-folder.ts'
import { diskFull, isDiskFull } from './disk-room.ts'
import {
  MissingFile,
  RETRY_AFTER_MS,
  type Storage,
  type StoredObject,
  storeUnavailable,
} from './storage.ts'

const UNFINISHED = /\.part-[0-9a-f]{12}$/
/** Errors of the disk, which say nothing about the file. */
const DISK_FAULTS = new Set(['EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Only the server's account may read the files. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** A store in a folder. A file appears under its key only when the file is complete and fsynced. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder)
  makeFolder(root, FOLDER_MODE)
  await closeToOthers(root)

  function pathOf(key: string): string {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new Error('a storage key leaves its folder')
    return path
  }

  async function* walk(path: string): AsyncIterable<StoredObject> {
    const entries = await opendir(path).catch(() => undefined)
    if (!entries) return
    for await (const entry of entries) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) yield* walk(child)
      else {
        const info = await stat(child).catch(() => undefined)
        if (info) yield { key: relative(root, child), bytes: info.size, modifiedAt: info.mtime }
      }
    }
  }

  /** A prefix like an object store's: not the folder `a/b`, but every key that begins with "a/b". */
  async function* list(prefix: string): AsyncIterable<StoredObject> {
    const within = prefix.includes('/') ? dirname(`${prefix}-`) : '.'
    for await (const object of walk(join(root, within))) {
      if (object.key.startsWith(prefix)) yield object
    }
  }

  return {
    retryAfterMs: RETRY_AFTER_MS,
    async put(key, body) {
      const path = pathOf(key)
      const part = `${path}.part-${randomBytes(6).toString('hex')}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
        if (Buffer.isBuffer(body)) await writeWhole(part, body)
        else
          await pipeline(
            body,
            createWriteStream(part, { flags: 'wx', flush: true, mode: FILE_MODE }),
          )
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        throw asFault(error)
      }
    },
    async stat(key) {
      const info = await stat(pathOf(key)).catch(() => undefined)
      return info?.isFile() ? { key, bytes: info.size, modifiedAt: info.mtime } : undefined
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key))
        return file.createReadStream(range ?? {})
      } catch (error) {
        throw asFault(error, key)
      }
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        throw asFault(error, key)
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(prefix) {
      for await (const object of list(prefix)) if (!UNFINISHED.test(object.key)) yield object
    },
    async removeUnfinished(before) {
      let removed = 0
      for await (const { key, modifiedAt } of walk(root)) {
        if (!UNFINISHED.test(key) || modifiedAt >= before) continue
        await rm(join(root, key), { force: true })
        removed++
      }
      return removed
    },
    async isReady() {
      return (await stat(root).catch(() => undefined))?.isDirectory() ?? false
    },
    close: async () => {},
  }
}

/** Earlier releases made folders and files that every account of the machine could read. */
async function closeToOthers(root: string): Promise<void> {
  try {
    await chmod(root, FOLDER_MODE)
  } catch (error) {
    // The operator must close a folder of another account or on a disk without modes.
    if (!['EPERM', 'ENOTSUP', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw error
    }
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function asFault(error: unknown, key?: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (key !== undefined && code === 'ENOENT') return new MissingFile(key, error)
  if (isDiskFull(error)) return diskFull(error)
  return DISK_FAULTS.has(code) ? storeUnavailable(error, false) : error
}
