import type { Canvas } from '@napi-rs/canvas'
import type { Surface } from '../drawing/surface.ts'
import type { View } from './moves.ts'

/** Draws the part of the picture that the camera sees; the picture has the frame's aspect ratio. */
export function drawView({ pen, width, height }: Surface, picture: Canvas, view: View): void {
  const wide = picture.width / view.zoom
  const tall = picture.height / view.zoom
  const left = Math.max(0, Math.min(picture.width - wide, view.x * picture.width - wide / 2))
  const top = Math.max(0, Math.min(picture.height - tall, view.y * picture.height - tall / 2))
  if (view.shear === 0) {
    pen.drawImage(picture, left, top, wide, tall, 0, 0, width, height)
    return
  }
  // Rows near the viewer move farther: a shear around the middle of the picture.
  const lean = (view.shear * width * view.zoom) / height
  pen.save()
  pen.setTransform(1, 0, lean, 1, (-lean * height) / 2, 0)
  const scale = width / wide
  pen.drawImage(picture, -left * scale, -top * scale, picture.width * scale, picture.height * scale)
  pen.restore()
}

/**
 * Crops the picture to the frame's aspect ratio, as large as the source allows, up to `most` times
 * the frame.
 */
export function coverSize(
  source: { width: number; height: number },
  frame: { width: number; height: number },
  most: number,
) {
  const scale = Math.min(most, Math.min(source.width / frame.width, source.height / frame.height))
  const used = Math.max(1, scale)
  return { width: Math.round(frame.width * used), height: Math.round(frame.height * used) }
}

export function drawCover(
  surface: Surface,
  source: { width: number; height: number } & Canvas,
): void {
  const scale = Math.max(surface.width / source.width, surface.height / source.height)
  const wide = source.width * scale
  const tall = source.height * scale
  surface.pen.drawImage(source, (surface.width - wide) / 2, (surface.height - tall) / 2, wide, tall)
}
