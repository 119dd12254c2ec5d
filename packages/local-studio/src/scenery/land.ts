import { type Colour, toRgb } from '../drawing/colour.ts'
import { createField, crestedNoise, layeredNoise, smoothstep } from '../drawing/noise.ts'
import type { Random } from '../drawing/random.ts'
import { paintPixels, type Surface, verticalGradient } from '../drawing/surface.ts'

export type Shape = 'peaks' | 'rolling' | 'dunes' | 'mesas' | 'flat'

export interface Ridge {
  /** Height of the crest in pixels at x in pixels. */
  at(x: number): number
  top: number
}

export interface RidgeOptions {
  shape: Shape
  /** Where the base stands and how far crests rise above the base, as shares of the height. */
  base: number
  rise: number
  /** Number of features across the width. */
  busy: number
  /** A headland to build on: the land rises around x (a share of the width). */
  headland?: { x: number; rise: number; spread: number }
}

export function shapeRidge(
  { width, height }: Surface,
  random: Random,
  options: RidgeOptions,
): Ridge {
  const field = createField(random)
  const crest = crestedNoise(field, 5)
  const soft = layeredNoise(field, 4, 0.42)
  const offset = random.between(0, 100)
  const rise = (nx: number): number => {
    const x = nx * options.busy + offset
    switch (options.shape) {
      case 'peaks':
        return (
          0.5 * (1 - Math.abs(field(x * 0.42, offset))) ** 1.15 +
          0.3 * (1 - Math.abs(field(x * 0.95, offset + 4))) +
          0.16 * crest(x * 0.9, offset) +
          0.1 * soft(x * 2.4, offset)
        )
      case 'rolling':
        return 0.5 + 0.5 * soft(x * 0.5, offset)
      case 'dunes': {
        const swell = 0.5 + 0.5 * field(x * 0.45, offset)
        const edge = 1 - Math.abs(field(x * 0.3 + 5, offset + 9))
        return 0.55 * swell + 0.45 * edge ** 1.5
      }
      case 'mesas': {
        const raw = 0.5 + 0.6 * field(x * 0.6, offset)
        const steps = smoothstep(0.42, 0.5, raw) * 0.62 + smoothstep(0.72, 0.78, raw) * 0.38
        return steps + 0.03 * field(x * 9, offset)
      }
      default:
        return 0.4 + 0.1 * field(x * 0.4, offset)
    }
  }
  const heights = new Float64Array(Math.ceil(width) + 2)
  let top = height
  for (let x = 0; x < heights.length; x++) {
    const nx = x / width
    const { headland } = options
    const lift = headland
      ? headland.rise * Math.exp(-(Math.abs((nx - headland.x) / headland.spread) ** 2.6))
      : 0
    const y = height * (options.base - options.rise * rise(nx) - lift)
    heights[x] = y
    top = Math.min(top, y)
  }
  const last = heights.length - 1
  return { at: (x) => heights[Math.max(0, Math.min(last, Math.round(x)))] ?? 0, top }
}

function traceRidge({ pen, width, height }: Surface, ridge: Ridge): void {
  pen.beginPath()
  pen.moveTo(-2, height + 2)
  for (let x = -2; x <= width + 2; x += 2) pen.lineTo(x, ridge.at(x))
  pen.lineTo(width + 2, height + 2)
  pen.closePath()
}

export function fillRidge(
  surface: Surface,
  ridge: Ridge,
  crest: Colour,
  foot: Colour,
  footAt: number,
): void {
  const { pen, height } = surface
  traceRidge(surface, ridge)
  pen.fillStyle = verticalGradient(pen, ridge.top, footAt * height, [
    [0, crest],
    [1, foot],
  ])
  pen.fill()
}

export interface Relief {
  lit: Colour
  shade: Colour
  /** Direction of the light, from -1 (left) to 1 (right). */
  side: number
  strength: number
  /** Snow or sand on top, and how far down it reaches as a share of the height. */
  cap?: { colour: Colour; shade: Colour; depth: number }
  footAt: number
  /** Size of the folds. */
  grain: number
}

/** Rock faces: light and shadow from a noise surface that runs down from the crest. */
export function paintRelief(surface: Surface, ridge: Ridge, random: Random, relief: Relief): void {
  const { width, height } = surface
  const folds = crestedNoise(createField(random), 4)
  const lit = toRgb(relief.lit)
  const shade = toRgb(relief.shade)
  const capLit = relief.cap ? toRgb(relief.cap.colour) : lit
  const capShade = relief.cap ? toRgb(relief.cap.shade) : shade
  const bottom = Math.min(height, relief.footAt * height)
  const region = {
    x: 0,
    y: Math.max(0, ridge.top - 2),
    width,
    height: Math.max(4, bottom - ridge.top + 2),
  }
  const step = width / 340
  const surfaceAt = (x: number, y: number) => {
    const below = (y - ridge.at(x)) / height
    return folds(
      (x / height) * relief.grain + below * 1.3,
      below * relief.grain * 0.75 + (x / height) * 0.8,
    )
  }
  traceRidge(surface, ridge)
  surface.pen.save()
  surface.pen.clip()
  paintPixels(surface, region, 0.5, (x, y, out) => {
    const below = (y - ridge.at(x)) / height
    if (below < -0.012) return
    const slope = (surfaceAt(x + step, y) - surfaceAt(x - step, y)) * relief.side
    const crestSlope =
      ((ridge.at(x + step * 3) - ridge.at(x - step * 3)) / (step * 6)) * relief.side
    const light = slope * 3.2 - crestSlope * 0.75 * Math.exp(-below * 9)
    const bright = smoothstep(-0.55, 0.55, light)
    const capped = relief.cap
      ? smoothstep(
          relief.cap.depth,
          relief.cap.depth * 0.55,
          below + 0.09 * (1 - surfaceAt(x, y)) - 0.02 + Math.abs(slope) * 0.05,
        )
      : 0
    const r = shade[0] + (lit[0] - shade[0]) * bright
    const g = shade[1] + (lit[1] - shade[1]) * bright
    const b = shade[2] + (lit[2] - shade[2]) * bright
    out[0] = r + (capShade[0] + (capLit[0] - capShade[0]) * bright - r) * capped
    out[1] = g + (capShade[1] + (capLit[1] - capShade[1]) * bright - g) * capped
    out[2] = b + (capShade[2] + (capLit[2] - capShade[2]) * bright - b) * capped
    const fade = smoothstep(relief.footAt, relief.footAt - 0.16, y / height)
    out[3] = Math.max(relief.strength, capped * 0.95) * fade
  })
  surface.pen.restore()
}

/** A wash of colour, so that the near land is not one flat shadow. */
export function shadeGround(
  surface: Surface,
  ridge: Ridge,
  colour: Colour,
  random: Random,
  strength: number,
): void {
  const { width, height } = surface
  const noise = layeredNoise(createField(random), 4)
  const [r, g, b] = toRgb(colour)
  const top = Math.max(0, ridge.top)
  traceRidge(surface, ridge)
  surface.pen.save()
  surface.pen.clip()
  paintPixels(surface, { x: 0, y: top, width, height: height - top }, 0.25, (x, y, out) => {
    const below = (y - ridge.at(x)) / height
    const patches = noise((x / height) * 2.2, (y / height) * 13)
    // The edge of the crest is brighter.
    const rim = Math.exp(-Math.max(0, below) * 38)
    out[0] = r
    out[1] = g
    out[2] = b
    out[3] = Math.max(0, Math.min(1, strength * (0.35 + 0.9 * patches + rim)))
  })
  surface.pen.restore()
}
