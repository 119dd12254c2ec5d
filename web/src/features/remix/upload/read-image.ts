import { IMAGE_UPLOADER } from '@vignette/contract/upload-limits.ts'
import { fitWithin } from '../image-editor/geometry.ts'
import type { ImageSize } from '../wizard/step.ts'
import { UNREADABLE } from './image-rules.ts'

/** Size of the data in a data URL's base64. */
export function bytesOfUrl(url: string): number {
  return Math.round((url.length - url.indexOf(',') - 1) * 0.75)
}

/** Decodes with the camera's orientation applied. */
export async function decodeImage(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch {
    throw new Error(UNREADABLE)
  }
}

export function drawImage(bitmap: CanvasImageSource, size: ImageSize): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Could not get canvas context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  return canvas
}

export function encodeCanvas(
  canvas: HTMLCanvasElement,
  type: string,
  quality: number | undefined,
  failure: string,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(failure))), type, quality)
  })
}

/** A small picture for lists, as a data URL, which needs no release. */
export function makeThumbnail(bitmap: ImageBitmap): string {
  const max = IMAGE_UPLOADER.thumbnailPixels
  return drawImage(bitmap, fitWithin(bitmap, max, max)).toDataURL('image/webp', 0.8)
}
