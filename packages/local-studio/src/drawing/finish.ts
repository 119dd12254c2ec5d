import { createCanvas } from '@napi-rs/canvas'
import { black } from './colour.ts'
import type { Random } from './random.ts'
import { radialGradient, type Surface } from './surface.ts'

const TILE = 256

/** Fine grain hides the banding of 8-bit gradients and makes flat areas look printed. */
export function addGrain(surface: Surface, random: Random, strength: number): void {
  const tile = createCanvas(TILE, TILE)
  const tilePen = tile.getContext('2d')
  const image = tilePen.createImageData(TILE, TILE)
  for (let i = 0; i < image.data.length; i += 4) {
    const value = 128 + random.bell() * 64
    image.data[i] = value
    image.data[i + 1] = value
    image.data[i + 2] = value
    image.data[i + 3] = 255
  }
  tilePen.putImageData(image, 0, 0)
  const { pen, width, height } = surface
  pen.save()
  pen.globalCompositeOperation = 'soft-light'
  pen.globalAlpha = strength
  const pattern = pen.createPattern(tile, 'repeat')
  if (pattern) pen.fillStyle = pattern
  pen.fillRect(0, 0, width, height)
  pen.restore()
}

export function addVignette(surface: Surface, strength: number): void {
  const { pen, width, height } = surface
  pen.save()
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = radialGradient(pen, width / 2, height * 0.48, Math.hypot(width, height) * 0.56, [
    [0, black, 0],
    [0.55, black, 0],
    [1, black, strength],
  ])
  pen.fillRect(0, 0, width, height)
  pen.restore()
}
