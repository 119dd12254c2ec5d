import { Readable } from 'node:stream'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../../ctx.ts'
import { assertCheckersHaveRoom, checkersOf } from '../check-upload.ts'
import type { FlattenRequest } from '../child/messages.ts'
import type { MediaRow } from '../tables.ts'
import { readPng } from './read-png.ts'
import { readHead, writePdf } from './write-pdf.ts'

const FLATTEN_LIMIT_MS = 60_000

/**
 * The picture as a PDF of one page, written while the picture is read, so that memory does not grow
 * with the picture.
 */
export async function openPdf(ctx: Ctx, file: MediaRow): Promise<Readable> {
  const stored = await ctx.storage.open(file.storageKey)
  const pdf = await readAsPdf(stored).catch((error: unknown) => {
    stored.destroy()
    throw error
  })
  if (pdf) return pdf
  stored.destroy()
  const flat = await readAsPdf(Readable.from([await flatten(ctx, file)]))
  if (!flat) throw new Error('a picture on white is still not for a PDF')
  return flat
}

async function readAsPdf(source: Readable): Promise<Readable | undefined> {
  const parts = readPng(source)
  const { value: first } = await parts.next()
  const head = first && readHead(first)
  if (!head) return undefined
  const pdf = Readable.from(writePdf(head, parts), { objectMode: false })
  // A reader who leaves before the first byte never starts the parts, so the file is closed here.
  return pdf.once('close', () => source.destroy())
}

/** Lays a transparent picture on white, as paper is. The child process takes networks in turn. */
async function flatten(ctx: Ctx, file: MediaRow): Promise<Buffer> {
  assertCheckersHaveRoom(ctx)
  const request: FlattenRequest = {
    bytes: await ctx.storage.read(file.storageKey),
    maxPixels: MAX_IMAGE_PIXELS,
  }
  const options = { timeoutMs: FLATTEN_LIMIT_MS }
  return Buffer.from(await checkersOf(ctx).run<Uint8Array>('flattenImage', request, options))
}
