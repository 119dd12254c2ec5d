import { stat } from 'node:fs/promises'
import { STORED_IMAGE_PIXELS, UPLOADS } from '@vignette/contract/upload-limits.ts'
import sharp, { type Sharp } from 'sharp'
import { TaskError } from '../../../platform/children/messages.ts'
import type {
  FinishedMedia,
  FinishRequest,
  FlattenRequest,
  SourceType,
  VariantRequest,
} from './messages.ts'

const PREVIEW_WIDTH = 640
/** The longest side that WebP and AVIF allow. */
const LONGEST_SIDE = 16_383
/**
 * Above this size speed and bytes count more than the last shade: at this quality noise is written in 2 s,
 * not 13.
 */
const LARGE_PIXELS = 8_000_000
const PLACEHOLDER_WIDTH = 16

/** Opens a picture from memory or from a file. */
export function openImage(bytes: Uint8Array | string, maxPixels: number) {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
}

/** Re-encodes an upload of any size with at most `STORED_IMAGE_PIXELS`; the upload's own pixels are unlimited. */
export async function shrinkUpload(
  path: string,
  outPath: string,
): Promise<{ format: 'jpeg' | 'png' | 'webp'; width: number; height: number }> {
  const open = () => sharp(path, { limitInputPixels: false, failOn: 'warning', pages: 1 })
  const { format: given, autoOrient } = await open().metadata()
  const scale = Math.sqrt(STORED_IMAGE_PIXELS / (autoOrient.width * autoOrient.height))
  const large = autoOrient.width * autoOrient.height > LARGE_PIXELS
  const write = async (format: 'jpeg' | 'png' | 'webp') => {
    const upright = open().autoOrient().toColourspace('srgb')
    const sized =
      scale < 1
        ? upright.resize({
            width: Math.max(1, Math.floor(autoOrient.width * scale)),
            height: Math.max(1, Math.floor(autoOrient.height * scale)),
            fit: 'fill',
          })
        : upright
    const { width, height } = await {
      jpeg: () => sized.jpeg({ quality: large ? 85 : 92, mozjpeg: false }),
      webp: () => sized.webp(large ? { quality: 80, effort: 0 } : { quality: 92, effort: 3 }),
      png: () => sized.png({ compressionLevel: 6, adaptiveFiltering: false }),
    }
      [format]()
      .toFile(outPath)
    return { format, width, height }
  }
  const written = await write(given === 'jpeg' || given === 'webp' ? given : 'png')
  if (written.format !== 'png' || Math.max(written.width, written.height) > LONGEST_SIDE) {
    return written
  }
  // A GIF of noise, for example, would be many times larger as PNG.
  const { size } = await stat(outPath)
  return size > 2 * UPLOADS.image.maxBytes ? write('webp') : written
}

/** Decodes the whole picture and encodes it again, which drops metadata and trailing bytes. */
export async function finishImage(request: FinishRequest): Promise<FinishedMedia> {
  try {
    const image = openImage(request.bytes, request.maxPixels).autoOrient()
    const { width, height } = await image.metadata()
    const isLarge = width * height > LARGE_PIXELS
    const marked = request.sourceType ? image.withXmp(sourceTypeXmp(request.sourceType)) : image
    const { data, info } = await marked
      .toColourspace('srgb')
      .png({ compressionLevel: isLarge ? 3 : 6, adaptiveFiltering: false })
      .toBuffer({ resolveWithObject: true })
    return {
      bytes: data,
      contentType: 'image/png',
      extension: 'png',
      width: info.width,
      height: info.height,
      durationMs: null,
      ...(await previewOf(data, request.maxPixels)),
    }
  } catch (error) {
    throw notMedia(error)
  }
}

export async function previewOf(
  bytes: Uint8Array | string,
  maxPixels: number,
): Promise<Pick<FinishedMedia, 'preview' | 'placeholder' | 'dhash'>> {
  const preview = await shrinkToPreview(openImage(bytes, maxPixels))
  const tiny = await sharp(preview)
    .resize({ width: PLACEHOLDER_WIDTH })
    .webp({ quality: 40 })
    .toBuffer()
  return {
    preview,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    dhash: await hashDifferences(preview),
  }
}

export function shrinkToPreview(image: Sharp): Promise<Buffer> {
  return image.resize(within(PREVIEW_WIDTH)).keepXmp().webp({ quality: 78, effort: 3 }).toBuffer()
}

/**
 * A bit for each two neighbours of nine by eight greys that grow darker: another size, format or
 * quality of the same picture changes few of the 64.
 */
export async function hashDifferences(picture: Buffer): Promise<string> {
  const greys = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: 9, height: 8, fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let row = 0; row < 8; row++) {
    for (let at = row * 9; at < row * 9 + 8; at++) {
      bits = (bits << 1n) | ((greys[at] ?? 0) > (greys[at + 1] ?? 0) ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(16, '0')
}

export async function makeVariant(request: VariantRequest): Promise<Uint8Array> {
  try {
    // The mark that software made the picture stays in every size.
    const sized = openImage(request.bytes, request.maxPixels)
      .resize(within(request.width))
      .keepXmp()
    const written = {
      avif: () => sized.avif({ quality: 55, effort: 2 }),
      webp: () => sized.webp({ quality: 78, effort: 3 }),
      png: () => sized.png({ compressionLevel: 1 }),
      jpeg: () => sized.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
    }
    return await written[request.format]().toBuffer()
  } catch (error) {
    throw notMedia(error)
  }
}

/** The picture on a white background, as rows of pixels that a PDF takes as they are. */
export async function flattenImage(request: FlattenRequest): Promise<Uint8Array> {
  try {
    return await openImage(request.bytes, request.maxPixels)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .keepXmp()
      .png({ compressionLevel: 3, adaptiveFiltering: false })
      .toBuffer()
  } catch (error) {
    throw notMedia(error)
  }
}

/** The most that the shades of a picture without content differ; noise of the encoding stays below. */
const BLANK_DEVIATION = 1.5

/** Whether the picture is of one colour or wholly transparent. */
export async function isBlank(
  request: Pick<FinishRequest, 'bytes' | 'maxPixels'>,
): Promise<boolean> {
  try {
    const small = await openImage(request.bytes, request.maxPixels)
      .toColourspace('srgb')
      .ensureAlpha()
      .resize({ width: 256, height: 256, fit: 'fill' })
      .png()
      .toBuffer()
    const { channels } = await sharp(small).stats()
    const alpha = channels.at(-1)
    if (alpha && alpha.max === 0) return true
    return channels.every(({ stdev }) => stdev < BLANK_DEVIATION)
  } catch (error) {
    throw notMedia(error)
  }
}

function within(width: number) {
  return { width, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true } as const
}

export function notMedia(error: unknown): TaskError {
  return new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
}

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** XMP that marks the file, in IPTC's vocabulary, as made by software. */
export function sourceTypeXmp(sourceType: SourceType): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 Iptc4xmpExt:DigitalSourceType="${VOCABULARY}${sourceType}"/>
</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
}

/** The UUID by which MP4 readers recognise an XMP box. */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** Appends XMP as a top-level `uuid` box, which leaves every offset of the index valid. */
export function markMp4(bytes: Uint8Array, sourceType: SourceType): Buffer {
  const xmp = Buffer.from(sourceTypeXmp(sourceType), 'utf8')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + XMP_BOX.length + xmp.length, 0)
  head.write('uuid', 4, 'latin1')
  return Buffer.concat([bytes, head, XMP_BOX, xmp])
}
