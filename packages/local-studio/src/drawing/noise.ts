import { createNoise2D } from 'simplex-noise'
import type { Random } from './random.ts'

export type Field = (x: number, y: number) => number

export function createField(random: Random): Field {
  return createNoise2D(() => random.next())
}

/** Several octaves of noise, about -1 to 1. */
export function layeredNoise(field: Field, octaves: number, gain = 0.5): Field {
  return (x, y) => {
    let sum = 0
    let weight = 1
    let total = 0
    let scale = 1
    for (let i = 0; i < octaves; i++) {
      sum += field(x * scale + i * 17.3, y * scale - i * 9.1) * weight
      total += weight
      weight *= gain
      scale *= 2.03
    }
    return sum / total
  }
}

/** Noise with sharp crests, 0 to 1, for mountains and veins. */
export function crestedNoise(field: Field, octaves: number): Field {
  return (x, y) => {
    let sum = 0
    let weight = 1
    let total = 0
    let scale = 1
    let previous = 1
    for (let i = 0; i < octaves; i++) {
      const crest = 1 - Math.abs(field(x * scale + i * 31.7, y * scale + i * 5.3))
      const value = crest * crest * previous
      sum += value * weight
      total += weight
      previous = crest
      weight *= 0.5
      scale *= 2.1
    }
    return sum / total
  }
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
