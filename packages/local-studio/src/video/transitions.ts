import { ImageData } from '@napi-rs/canvas'
import { createField, layeredNoise, smoothstep } from '../drawing/noise.ts'
import type { Random } from '../drawing/random.ts'
import type { Surface } from '../drawing/surface.ts'
import type { Transition } from './transition-names.ts'

/** Steps in the order in which pixels change: few enough to compute once a frame. */
const LEVELS = 256

/** Draws the frame at `t` (0: the first picture, 1: the last). */
export type Mixer = (
  surface: Surface,
  first: Uint8ClampedArray,
  last: Uint8ClampedArray,
  t: number,
) => void

export function createMixer(
  kind: Transition,
  width: number,
  height: number,
  random: Random,
): Mixer {
  const fields = createFields(width, height, random, kind === 'dissolve' ? 7 : 2.6)
  // How far the morph moves a point, in pixels.
  const reach = kind === 'morph' ? Math.min(width, height) * 0.13 : 0
  // The share of the transition by which the first pixels change before the last: none in a
  // crossfade, nearly all of it in a dissolve.
  const spread = kind === 'crossfade' ? 0 : kind === 'morph' ? 0.5 : 0.82
  const out = new Uint8ClampedArray(width * height * 4)
  const shares = new Float32Array(LEVELS)
  return (surface, first, last, t) => {
    const away = reach * Math.sin(Math.PI * t) ** 1.2
    for (let level = 0; level < LEVELS; level++) {
      const start = (level / (LEVELS - 1)) * spread
      shares[level] = smoothstep(start, start + 1 - spread, t)
    }
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const at = i * 4
        const share = shares[fields.order[i] as number] as number
        let from = at
        let to = at
        if (reach > 0) {
          const dx = (fields.dx[i] as number) * away
          const dy = (fields.dy[i] as number) * away
          from = sampleAt(x + dx * share, y + dy * share, width, height)
          to = sampleAt(x - dx * (1 - share), y - dy * (1 - share), width, height)
        }
        const r = first[from] as number
        const g = first[from + 1] as number
        const b = first[from + 2] as number
        out[at] = r + ((last[to] as number) - r) * share
        out[at + 1] = g + ((last[to + 1] as number) - g) * share
        out[at + 2] = b + ((last[to + 2] as number) - b) * share
        out[at + 3] = 255
      }
    }
    surface.pen.putImageData(new ImageData(out, width, height), 0, 0)
  }
}

function sampleAt(x: number, y: number, width: number, height: number): number {
  const column = x < 0 ? 0 : x > width - 1 ? width - 1 : (x + 0.5) | 0
  const row = y < 0 ? 0 : y > height - 1 ? height - 1 : (y + 0.5) | 0
  return (row * width + column) * 4
}

/**
 * A motion field and an order of change, both smooth, computed at a quarter of the size and scaled
 * up.
 */
function createFields(width: number, height: number, random: Random, busy: number) {
  const noise = layeredNoise(createField(random), 3)
  const side = Math.max(width, height)
  const cell = 4
  const across = Math.ceil(width / cell) + 2
  const down = Math.ceil(height / cell) + 2
  const coarse = (offset: number) =>
    Float32Array.from({ length: across * down }, (_, i) =>
      noise(
        (((i % across) * cell) / side) * busy + offset,
        ((Math.floor(i / across) * cell) / side) * busy - offset,
      ),
    )
  const [a, b, c] = [coarse(0), coarse(31), coarse(67)]
  const fine = (values: Float32Array, map: (value: number) => number) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const x = (i % width) / cell
      const y = Math.floor(i / width) / cell
      const at = Math.floor(y) * across + Math.floor(x)
      const fx = x % 1
      const fy = y % 1
      const top = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx
      const bottom = (values[at + across] ?? 0) * (1 - fx) + (values[at + across + 1] ?? 0) * fx
      return map(top * (1 - fy) + bottom * fy)
    })
  return {
    dx: fine(a, (v) => v),
    dy: fine(b, (v) => v),
    order: Uint8Array.from(fine(c, (v) => Math.round(smoothstep(-0.6, 0.6, v) * (LEVELS - 1)))),
  }
}
