import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest|wasm)$/
/** Of the reader's megabytes the highest level would save a tenth, and take half a minute. */
const LARGE_BYTES = 2_000_000

/** Brotli at its highest level is too slow for each request, so the build compresses once. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => precompressFile(join(entry.parentPath, entry.name))))
}

async function precompressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < 512) return
  const packed = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 5 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  if (packed.length < bytes.length) await writeFile(`${file}.br`, packed)
}
