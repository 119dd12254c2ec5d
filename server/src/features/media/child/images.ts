import sharp from 'sharp'
import { TaskError } from '../../../platform/children/messages.ts'
import type { FinishedMedia, FinishRequest, VariantRequest } from './messages.ts'
import { sourceTypeXmp } from './source-type.ts'

const PREVIEW_WIDTH = 640
const PLACEHOLDER_WIDTH = 16
/** Loaders that read anything but plain pictures stay shut. */
const OPEN_LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
]
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: OPEN_LOADERS })
sharp.cache(false)
sharp.concurrency(1)

/** From memory or from a file. */
export function openImage(bytes: Uint8Array | string, maxPixels: number) {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 })
}

/** Decodes wholly and writes anew: metadata and whatever trailed the picture are gone. */
export async function finishImage(request: FinishRequest): Promise<FinishedMedia> {
  try {
    const image = openImage(request.bytes, request.maxPixels).autoOrient()
    const marked = request.sourceType ? image.withXmp(sourceTypeXmp(request.sourceType)) : image
    const { data, info } = await marked
      .toColourspace('srgb')
      .png({ compressionLevel: 6, adaptiveFiltering: false })
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
): Promise<Pick<FinishedMedia, 'preview' | 'placeholder'>> {
  const preview = await openImage(bytes, maxPixels)
    .resize({ width: PREVIEW_WIDTH, withoutEnlargement: true })
    .keepXmp()
    .webp({ quality: 78, effort: 3 })
    .toBuffer()
  const tiny = await openImage(bytes, maxPixels)
    .resize({ width: PLACEHOLDER_WIDTH })
    .webp({ quality: 40 })
    .toBuffer()
  return { preview, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}

export async function makeVariant(request: VariantRequest): Promise<Uint8Array> {
  try {
    // What says that software made the picture stays with it in every size.
    const sized = openImage(request.bytes, request.maxPixels)
      .resize({ width: request.width, withoutEnlargement: true })
      .keepXmp()
    return request.format === 'avif'
      ? await sized.avif({ quality: 55, effort: 2 }).toBuffer()
      : await sized.webp({ quality: 78, effort: 3 }).toBuffer()
  } catch (error) {
    throw notMedia(error)
  }
}

function notMedia(error: unknown): TaskError {
  return new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
}
