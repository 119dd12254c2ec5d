import { adjustPixels } from './adjust-pixels.ts'
import { type Edit, placePicture, toStageRect } from './edit.ts'
import { containCrop, exportSize, type Rect, type Size } from './geometry.ts'

/** Sides of an edited picture are kept to what an upload can carry as PNG. */
const EXPORT_MAX_SIDE = 2048

/** What the stage shows, at the sharpness of the screen. */
export function drawStage(canvas: HTMLCanvasElement, bitmap: ImageBitmap, edit: Edit): void {
  const { stage } = placePicture(bitmap, edit)
  const density = Math.min(2, window.devicePixelRatio || 1)
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
  paint(canvas, bitmap, edit, { x: 0, y: 0, ...stage })
}

/** The cropped part as a PNG, out of the full picture. */
export function exportEdit(bitmap: ImageBitmap, edit: Edit, fixed: Size | null): string {
  // A bitmap that was closed meanwhile has no size left.
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
  return url
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
