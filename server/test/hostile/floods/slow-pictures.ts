import { API_BASE } from '@vignette/contract/paths.ts'
import { drawNoise } from '../../support/upload.ts'
import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { makeForm } from '../support/make-form.ts'

const COUNT = 6
const SIDE = 7_000

/** Noise of 49 megapixels: within the limits, and as slow to decode as any picture. */
export const flood: Flood = async ({ call }) => {
  const form = makeForm(await drawNoise(SIDE).webp({ quality: 1, effort: 0 }).toBuffer())
  return async () => {
    const sent = Array.from({ length: COUNT }, () => call(`${API_BASE}/upload/image`, form))
    return tally(await Promise.all(sent))
  }
}
