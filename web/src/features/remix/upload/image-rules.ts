import { tooManyFiles } from '@vignette/contract/input-values.ts'
import { IMAGE_UPLOADER, MEGABYTE, UPLOADS } from '@vignette/contract/upload-limits.ts'
import type { ImageSize } from '../wizard/step.ts'

export const UNREADABLE = 'Failed to read image dimensions. File may be corrupted.'
const MAX_BYTES = UPLOADS.image.maxBytes

/** The fault of a selection of files. */
export function findSelectionFault(files: readonly { type: string }[], max: number): string | null {
  if (files.length === 0 || files.some((file) => !file.type.startsWith('image/'))) {
    return 'Please select valid image files'
  }
  return files.length > max ? tooManyFiles(max) : null
}

export function findImageFault(file: { type: string; size: number }): string | null {
  const types: readonly string[] = IMAGE_UPLOADER.types
  if (!types.includes(file.type)) return `Invalid file type. Allowed types: ${types.join(', ')}`
  if (file.size > MAX_BYTES) return `File too large. Maximum size: ${MAX_BYTES / MEGABYTE} MB`
  return null
}

export function findSizeWarning({ width, height }: ImageSize): string | null {
  const max = IMAGE_UPLOADER.recommendedMaxPixels
  return width > max || height > max
    ? `This image is ${width}×${height}px. Consider resizing it to ${max}px or less for a faster upload.`
    : null
}

export function needsRecompression(bytes: number): boolean {
  return bytes > MAX_BYTES * IMAGE_UPLOADER.recompressAt
}
