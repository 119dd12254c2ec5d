/** A seeded source of random numbers; the same seed gives the same picture on every machine. */
export interface Random {
  next(): number
  between(low: number, high: number): number
  int(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  /** Bell-shaped around 0, with a spread of about 1. */
  bell(): number
  /**
   * An independent source, so that a new detail does not shift everything drawn after the detail.
   */
  fork(label: string): Random
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

export function createRandom(seed: string): Random {
  let a = hashText(`a${seed}`)
  let b = hashText(`b${seed}`)
  let c = hashText(`c${seed}`)
  let d = 1
  // sfc32: small, fast, passes PractRand.
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    int: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    bell: () => (next() + next() + next() + next() - 2) * 1.2,
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}
