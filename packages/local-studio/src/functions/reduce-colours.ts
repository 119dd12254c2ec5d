import { fromRgb, toRgb } from '../drawing/colour.ts'
import type { Random } from '../drawing/random.ts'

type Lab = [number, number, number]

const toLab = (r: number, g: number, b: number): Lab => {
  const { l, c, h } = fromRgb(r, g, b)
  const angle = (h * Math.PI) / 180
  return [l, c * Math.cos(angle), c * Math.sin(angle)]
}

const far = (a: Lab, b: Lab) => (a[0] - b[0]) ** 2 + 2.2 * ((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)

/**
 * Redraws pixels (RGBA, in place) in a few representative colours; `vivid` makes these stronger.
 */
export function reduceColours(
  data: Uint8ClampedArray,
  count: number,
  random: Random,
  vivid: number,
): void {
  const pixels = data.length / 4
  const sample: Lab[] = []
  const step = Math.max(1, Math.floor(pixels / 4000))
  for (let i = 0; i < pixels; i += step) {
    const at = i * 4
    sample.push(toLab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
  }
  const means = cluster(sample, count, random)
  const inks = means.map(([l, a, b]) =>
    toRgb({ l, c: Math.hypot(a, b) * vivid, h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }),
  )
  const known = new Map<number, number>()
  for (let i = 0; i < pixels; i++) {
    const at = i * 4
    const r = data[at] ?? 0
    const g = data[at + 1] ?? 0
    const b = data[at + 2] ?? 0
    const key = ((r >> 2) << 12) | ((g >> 2) << 6) | (b >> 2)
    let best = known.get(key)
    if (best === undefined) {
      best = nearest(toLab(r, g, b), means)
      known.set(key, best)
    }
    const ink = inks[best]
    if (!ink) continue
    data[at] = ink[0]
    data[at + 1] = ink[1]
    data[at + 2] = ink[2]
    data[at + 3] = 255
  }
}

function nearest(colour: Lab, means: readonly Lab[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [i, mean] of means.entries()) {
    const distance = far(colour, mean)
    if (distance < least) {
      least = distance
      best = i
    }
  }
  return best
}

function cluster(sample: readonly Lab[], count: number, random: Random): Lab[] {
  const means: Lab[] = [random.pick(sample)]
  // Start from colours far apart; otherwise a large sky takes every colour.
  while (means.length < Math.min(count, sample.length)) {
    let best: Lab = random.pick(sample)
    let most = -1
    for (let i = 0; i < 220; i++) {
      const candidate = random.pick(sample)
      const distance =
        Math.min(...means.map((mean) => far(candidate, mean))) * random.between(0.6, 1)
      if (distance > most) {
        most = distance
        best = candidate
      }
    }
    means.push(best)
  }
  for (let round = 0; round < 8; round++) {
    const sums = means.map(() => [0, 0, 0, 0] as [number, number, number, number])
    for (const colour of sample) {
      const sum = sums[nearest(colour, means)]
      if (!sum) continue
      sum[0] += colour[0]
      sum[1] += colour[1]
      sum[2] += colour[2]
      sum[3] += 1
    }
    for (const [i, [l, a, b, n]] of sums.entries()) if (n > 0) means[i] = [l / n, a / n, b / n]
  }
  return means
}
