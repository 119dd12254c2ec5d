import { IMAGE_UPLOADER } from './upload-limits.ts'

interface Size {
  width: number | null
  height: number | null
}

/** The fault in an uploaded picture's size; an unknown size has no fault. */
export function findSizeFault(size: Size): string | null {
  const min = IMAGE_UPLOADER.minPixels
  for (const side of ['width', 'height'] as const) {
    const pixels = size[side]
    if (pixels !== null && pixels < min) {
      return `Image ${side} too small. Minimum: ${min}px, got: ${pixels}px`
    }
  }
  return null
}
