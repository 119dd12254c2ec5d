import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Brotli at its highest is too slow per request, so the build pays for it once. */
const root = new URL('../dist/client/', import.meta.url).pathname
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/

for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const bytes = await readFile(file)
  if (bytes.length < 512) continue
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  if (packed.length < bytes.length) await writeFile(`${file}.br`, packed)
}
