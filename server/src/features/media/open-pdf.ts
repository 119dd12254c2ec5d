import { Readable } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { pagePoints } from '@vignette/contract/output-size.ts'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import type { MediaRow } from '../../schema/media.ts'
import { assertCheckersHaveRoom, checkersOf } from './check-upload.ts'
import type { FlattenRequest } from './child/messages.ts'
import { type PngPart, readPng } from './read-png.ts'

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

/**
 * The beginning of a text chunk of a PNG that holds XMP: keyword, terminator and the method of
 * compression.
 */
const HEAD = Buffer.from('XML:com.adobe.xmp\0\0')

const MOST_BYTES = 65_536

interface PngHead {
  width: number
  height: number
  channels: 1 | 3
}

/** Undefined where a PDF cannot take the picture's rows as they are: transparent, interlaced, other depths. */
function readHead({ type, data }: PngPart): PngHead | undefined {
  const [depth, colours, , , interlaced] = data.subarray(8)
  if (type !== 'IHDR' || depth !== 8 || interlaced !== 0) return undefined
  if (colours !== 0 && colours !== 2) return undefined
  const channels = colours === 0 ? 1 : 3
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), channels }
}

const CATALOG = 1

const PAGES = 2

const PAGE = 3

const PICTURE = 4

const LENGTH = 5

const CONTENT = 6

const METADATA = 7

/** One page of the picture's size on paper. PDF packs rows as PNG does, so they are copied without a loss. */
async function* writePdf(
  { width, height, channels }: PngHead,
  parts: AsyncIterable<PngPart>,
): AsyncGenerator<Buffer, void> {
  const places = new Map<number, number>()
  let written = 0
  const put = (...texts: (string | Buffer)[]): Buffer => {
    const bytes = Buffer.concat(
      texts.map((text) => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text)),
    )
    written += bytes.length
    return bytes
  }
  const begin = (name: number): string => {
    places.set(name, written)
    return `${name} 0 obj\n`
  }
  const [across, down] = [pagePoints(width), pagePoints(height)]

  // Bytes outside of ASCII tell programs that the file is not a text.
  yield put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  const space = channels === 1 ? '/DeviceGray' : '/DeviceRGB'
  yield put(
    begin(PICTURE),
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} `,
    `/BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${channels} `,
    `/BitsPerComponent 8 /Columns ${width} >> /Length ${LENGTH} 0 R >>\nstream\n`,
  )
  const before = written
  let xmp: Buffer | undefined
  for await (const part of parts) {
    if (part.type === 'IDAT') yield put(part.data)
    xmp ??= findXmp(part)
  }
  const length = written - before
  yield put('\nendstream\nendobj\n')
  yield put(begin(LENGTH), `${length}\nendobj\n`)

  const drawing = `q ${across} 0 0 ${down} 0 0 cm /Picture Do Q`
  yield put(begin(CONTENT), stream('', Buffer.from(drawing)))
  // The mark that software made the picture stays in the PDF.
  if (xmp) yield put(begin(METADATA), stream('/Type /Metadata /Subtype /XML ', xmp))
  yield put(
    begin(PAGE),
    `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${across} ${down}] `,
    `/Resources << /XObject << /Picture ${PICTURE} 0 R >> >> /Contents ${CONTENT} 0 R >>\nendobj\n`,
  )
  yield put(begin(PAGES), `<< /Type /Pages /Kids [${PAGE} 0 R] /Count 1 >>\nendobj\n`)
  const about = xmp ? ` /Metadata ${METADATA} 0 R` : ''
  yield put(begin(CATALOG), `<< /Type /Catalog /Pages ${PAGES} 0 R${about} >>\nendobj\n`)

  const names = [...places.keys()].sort((a, b) => a - b)
  const lines = names.map((name) => `${String(places.get(name)).padStart(10, '0')} 00000 n \n`)
  const from = written
  const size = names.length + 1
  yield put(
    `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`,
    `trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${from}\n%%EOF\n`,
  )
}

function stream(about: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`<< ${about}/Length ${bytes.length} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream\nendobj\n')])
}

/**
 * The XMP of a compressed text chunk, as the store writes it into pictures; undefined for every
 * other chunk.
 */
function findXmp({ type, data }: PngPart): Buffer | undefined {
  if (type !== 'zTXt' || !data.subarray(0, HEAD.length).equals(HEAD)) return undefined
  return inflateSync(data.subarray(HEAD.length), { maxOutputLength: MOST_BYTES })
}
