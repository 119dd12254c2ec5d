import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { keepPacked, type Pack } from '../platform/http/answer.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

export interface StaticFile {
  body: Buffer
  pack: Pack | undefined
  type: string
  etag: string
  cacheControl: string
}

/** Loads all built files into memory, since they are few and small, so that no path can leave the folder. */
export async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const extension = path.extname(entry.name)
      const type = TYPES[extension]
      if (!entry.isFile() || !type || entry.name === 'manifest.json') return
      const file = path.join(entry.parentPath, entry.name)
      const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
      const body = await readFile(file)
      const br = await readFile(`${file}.br`).catch(() => undefined)
      files.set(url, {
        body,
        // What the build compressed is worth compressing.
        pack: br && keepPacked(body, { br }),
        type,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        cacheControl: url.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=86400',
      })
    }),
  )
  return files
}
