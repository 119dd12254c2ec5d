import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Colour, css, toRgb } from './colour.ts'

export type Pen = SKRSContext2D

/** The input of every drawing routine: a pen, the size, and the unit in which details scale. */
export interface Surface {
  pen: Pen
  canvas: Canvas
  width: number
  height: number
  /** A thousandth of the shorter side, so that lines keep their look at every size. */
  u: number
  /**
   * Pixels of the canvas for each unit of `width` and `height`. A painter draws in units alone, so
   * that a large file shows the same picture as the file for the screen.
   */
  scale: number
}

/** The pen draws in units, of which the canvas has `scale` pixels each. */
export function createSurface(width: number, height: number, scale = 1): Surface {
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (scale !== 1) pen.scale(canvas.width / width, canvas.height / height)
  pen.imageSmoothingQuality = 'high'
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  return { pen, canvas, width, height, u: Math.min(width, height) / 1000, scale }
}

export type Stop = readonly [at: number, colour: Colour, alpha?: number]

export function verticalGradient(pen: Pen, top: number, bottom: number, stops: readonly Stop[]) {
  const gradient = pen.createLinearGradient(0, top, 0, bottom)
  for (const [at, colour, alpha] of stops) gradient.addColorStop(at, css(colour, alpha ?? 1))
  return gradient
}

export function radialGradient(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  stops: readonly Stop[],
) {
  const gradient = pen.createRadialGradient(x, y, 0, x, y, Math.max(0.01, radius))
  for (const [at, colour, alpha] of stops) gradient.addColorStop(at, css(colour, alpha ?? 1))
  return gradient
}

/** Light around a point, blended additively. */
export function glow(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  strength: number,
) {
  pen.save()
  pen.globalCompositeOperation = 'screen'
  pen.fillStyle = radialGradient(pen, x, y, radius, [
    [0, colour, strength],
    [0.12, colour, strength * 0.66],
    [0.3, colour, strength * 0.32],
    [0.6, colour, strength * 0.09],
    [1, colour, 0],
  ])
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  pen.restore()
}

export interface Pixel {
  colour: readonly [number, number, number]
  alpha: number
}

/**
 * How many times the computed pixels of a large file are those of the file for the screen, along a
 * side: noise is soft, so that a quarter of all pixels is enough.
 */
const fineness = (scale: number) => Math.sqrt(scale)

/**
 * Computes pixels on a smaller canvas and draws the canvas, smoothed, over a region: for clouds,
 * nebulae and rock, which no path can draw.
 */
export function paintPixels(
  surface: Surface,
  region: { x: number; y: number; width: number; height: number },
  scale: number,
  paint: (x: number, y: number, out: Float64Array) => void,
  blend: 'source-over' | 'screen' | 'multiply' | 'soft-light' = 'source-over',
): void {
  const dense = scale * fineness(surface.scale)
  const width = Math.max(2, Math.round(region.width * dense))
  const height = Math.max(2, Math.round(region.height * dense))
  const small = createCanvas(width, height)
  const pen = small.getContext('2d')
  const image = pen.createImageData(width, height)
  const data = image.data
  const out = new Float64Array(4)
  for (let row = 0; row < height; row++) {
    const y = region.y + ((row + 0.5) / height) * region.height
    for (let column = 0; column < width; column++) {
      const x = region.x + ((column + 0.5) / width) * region.width
      out[3] = 0
      paint(x, y, out)
      const at = (row * width + column) * 4
      const alpha = out[3]
      if (alpha <= 0) continue
      data[at] = out[0] ?? 0
      data[at + 1] = out[1] ?? 0
      data[at + 2] = out[2] ?? 0
      data[at + 3] = alpha * 255
    }
  }
  pen.putImageData(image, 0, 0)
  surface.pen.save()
  surface.pen.globalCompositeOperation = blend
  surface.pen.imageSmoothingEnabled = true
  surface.pen.drawImage(small, region.x, region.y, region.width, region.height)
  surface.pen.restore()
}

/** A lookup table of colours between stops, fast enough for every pixel. */
export function rampTable(
  stops: readonly Colour[],
  mixer: (a: Colour, b: Colour, t: number) => Colour,
) {
  const size = 256
  const table = Array.from({ length: size }, (_, i) => {
    const place = (i / (size - 1)) * (stops.length - 1)
    const index = Math.min(stops.length - 2, Math.floor(place))
    const from = stops[index]
    const to = stops[index + 1]
    if (!from || !to) throw new Error('a ramp needs two colours')
    return toRgb(mixer(from, to, place - index))
  })
  return (t: number): readonly [number, number, number] =>
    table[Math.round(Math.min(1, Math.max(0, t)) * (size - 1))] ?? [0, 0, 0]
}
