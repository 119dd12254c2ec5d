import { IMAGE_UPLOADER } from '@vignette/contract/upload-limits.ts'
import { needsRecompression } from '../upload/image-rules.ts'
import { bytesOfUrl } from '../upload/read-image.ts'
import { adjustPixels } from './adjust-pixels.ts'
import { type Edit, placePicture, toStageRect } from './edit.ts'
import { containCrop, exportSize, type Rect, type Size } from './geometry.ts'

/** Limits the sides of an edited picture to a size that can be uploaded as PNG. */
const EXPORT_MAX_SIDE = 2048

/** An exported picture. */
export interface Exported extends Size {
  url: string
}

/** Draws the stage at the screen's resolution. */
export function drawStage(canvas: HTMLCanvasElement, bitmap: ImageBitmap, edit: Edit): void {
  const { stage } = placePicture(bitmap, edit)
  const density = Math.min(2, window.devicePixelRatio || 1)
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
  // A dense screen has more pixels, not a larger stage; the height follows from the width.
  canvas.style.width = `${stage.width}px`
  paint(canvas, bitmap, edit, { x: 0, y: 0, ...stage })
}

/** The cropped part of the full picture as a PNG, or as a JPEG if the PNG is too large. */
export function exportEdit(bitmap: ImageBitmap, edit: Edit, fixed: Size | null): Exported {
  // A bitmap that was closed meanwhile has no size.
  if (bitmap.width === 0) throw new Error('Image not loaded')
  const { stage, scale } = placePicture(bitmap, edit)
  const crop = containCrop(toStageRect(edit.crop, stage), stage)
  const source = { width: crop.width / scale, height: crop.height / scale }
  const size = exportSize(source, fixed, EXPORT_MAX_SIDE)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  paint(canvas, bitmap, edit, crop)
  const url = canvas.toDataURL('image/png')
  if (!url.startsWith('data:image/png')) throw new Error('Failed to generate image')
  return { url: lightenUrl(canvas, url), ...size }
}

function lightenUrl(canvas: HTMLCanvasElement, url: string): string {
  if (!needsRecompression(bytesOfUrl(url))) return url
  const lighter = canvas.toDataURL('image/jpeg', IMAGE_UPLOADER.jpegQuality)
  return lighter.length < url.length ? lighter : url
}

function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap, edit: Edit, part: Rect): void {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('Could not get canvas context')
  const { scale, centre } = placePicture(bitmap, edit)
  context.imageSmoothingQuality = 'high'
  context.setTransform(canvas.width / part.width, 0, 0, canvas.height / part.height, 0, 0)
  context.translate(centre.x - part.x, centre.y - part.y)
  context.rotate((edit.rotation * Math.PI) / 180)
  context.scale(edit.flip.horizontal ? -scale : scale, edit.flip.vertical ? -scale : scale)
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
  if (edit.brightness === 0 && edit.contrast === 0) return
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  adjustPixels(image.data, edit.brightness, edit.contrast)
  context.putImageData(image, 0, 0)
}
