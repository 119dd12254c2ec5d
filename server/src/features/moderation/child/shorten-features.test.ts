import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenFeatures } from './shorten-features.ts'

const LENGTH = 1792
const anyFeatures = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([seed, mix]) => {
    let state = seed
    const next = () => {
      state = (state * 48_271) % 2_147_483_647
      return (state % 1000) / 500
    }
    const one = Float32Array.from({ length: LENGTH }, next)
    const other = Float32Array.from(one, (value) => value * (1 - mix) + next() * mix)
    return [one, other] as const
  })

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

test('shortened features change the similarity of two pictures by less than a tenth', () => {
  fc.assert(
    fc.property(anyFeatures, ([one, other]) => {
      const short = cosine(shortenFeatures(one), shortenFeatures(other))
      expect(Math.abs(short - cosine(one, other))).toBeLessThan(0.1)
    }),
    { numRuns: 40 },
  )
})

test('the same features give the same numbers in every process, and empty features give zeros', () => {
  const features = Float32Array.from({ length: LENGTH }, (_, at) => (at % 7) / 7)
  expect(shortenFeatures(features)).toEqual(shortenFeatures(features))
  expect(new Set(shortenFeatures(new Float32Array(LENGTH)))).toEqual(new Set([0]))
})
