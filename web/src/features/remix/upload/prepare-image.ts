import { findSizeFault } from '@vignette/contract/image-size.ts'
import { IMAGE_UPLOADER } from '@vignette/contract/upload-limits.ts'
import { matchesRatio } from '../image-editor/geometry.ts'
import type { ImageSize } from '../wizard/step.ts'
import { findImageFault, findSizeWarning, needsRecompression } from './image-rules.ts'
import { decodeImage, drawImage, encodeCanvas, makeThumbnail } from './read-image.ts'

type PreparedImage =
  | { kind: 'ready'; file: File; thumbnail: string; warning: string | null }
  /** The picture does not have the fixed size's ratio, so the visitor must choose a crop. */
  | { kind: 'crop'; file: File; ratio: number }

/**
 * Checks a chosen picture, and reduces its size and weight to the upload's limits. A creation is
 * larger than an upload may be, and only what is cut out of it is uploaded.
 */
export async function prepareImage(
  file: File,
  fixed: ImageSize | null,
  isCreation = false,
): Promise<PreparedImage> {
  const fault = isCreation ? null : findImageFault(file)
  if (fault) throw new Error(fault)
  const bitmap = await decodeImage(file)
  try {
    const tooSmall = findSizeFault(bitmap)
    if (tooSmall) throw new Error(tooSmall)
    if (fixed && !matchesRatio(bitmap, fixed)) {
      return { kind: 'crop', file, ratio: fixed.width / fixed.height }
    }
    return {
      kind: 'ready',
      file: await lighten(
        fixed ? await resize(file, bitmap, fixed) : file,
        bitmap,
        fixed ?? bitmap,
      ),
      thumbnail: makeThumbnail(bitmap),
      warning: findSizeWarning(bitmap),
    }
  } finally {
    bitmap.close()
  }
}

async function resize(file: File, bitmap: ImageBitmap, size: ImageSize): Promise<File> {
  if (bitmap.width === size.width && bitmap.height === size.height) return file
  const canvas = drawImage(bitmap, size)
  const blob = await encodeCanvas(canvas, 'image/png', undefined, 'Failed to generate image')
  return new File([blob], rename(file.name, 'png'), { type: 'image/png' })
}

/** Recompresses a large file as JPEG; if that fails, the original is uploaded. */
async function lighten(file: File, bitmap: ImageBitmap, size: ImageSize): Promise<File> {
  if (!needsRecompression(file.size)) return file
  try {
    const canvas = drawImage(bitmap, size)
    const quality = IMAGE_UPLOADER.jpegQuality
    const blob = await encodeCanvas(canvas, 'image/jpeg', quality, 'Failed to compress image')
    if (blob.size >= file.size) return file
    return new File([blob], rename(file.name, 'jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}

export function rename(name: string, extension: string): string {
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name || 'image'}.${extension}`
}
