import { PROOF } from '@vignette/contract/proof-limits.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeFilm } from '../../../../test/support/make-media.ts'
import { proveImage, proveVideo } from './proofs.ts'

const LIMITS = { maxPixels: 5_000_000, longestSide: PROOF.longestSide, seconds: PROOF.filmSeconds }
const SOURCE = 'trainedAlgorithmicMedia' as const

function plain(colour: string, width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

test.each(['#ffffff', '#000000', '#808080'])(
  'a proof of %s is small and shows its mark',
  async (colour) => {
    const bytes = await plain(colour, 1600, 900)
    const made = await proveImage({ bytes, sourceType: SOURCE, ...LIMITS })
    expect([made.width, made.height, made.extension]).toEqual([640, 360, 'png'])
    const { channels } = await sharp(Buffer.from(made.bytes)).stats()
    // A picture of one colour has no deviation, so all of this is the mark.
    expect(channels[0]?.stdev).toBeGreaterThan(20)
    expect(String((await sharp(Buffer.from(made.bytes)).metadata()).xmp)).toContain(SOURCE)
  },
)

test('a picture that is small stays as small, and its proof shows the mark', async () => {
  const bytes = await plain('#336699', 64, 48)
  const made = await proveImage({ bytes, sourceType: null, ...LIMITS })
  expect([made.width, made.height]).toEqual([64, 48])
  const { channels } = await sharp(Buffer.from(made.bytes)).stats()
  expect(channels[0]?.stdev).toBeGreaterThan(20)
})

test('a proof of a film is its first three seconds, small, with the mark in its frames', async () => {
  const bytes = await makeFilm(720, 24 * 4)
  const made = await proveVideo({ bytes, sourceType: SOURCE, ...LIMITS })
  expect(made).toMatchObject({ width: 640, height: 640, extension: 'mp4' })
  expect(made.durationMs).toBeGreaterThan(2_800)
  expect(made.durationMs).toBeLessThanOrEqual(PROOF.filmSeconds * 1000)
  expect(Buffer.from(made.bytes).includes(SOURCE)).toBe(true)
  // Each frame was of one colour.
  const { channels } = await sharp(Buffer.from(made.preview)).stats()
  expect(channels[0]?.stdev).toBeGreaterThan(10)
})

test('a file that is neither picture nor film has no proof', async () => {
  const request = { bytes: Buffer.from('nothing'), sourceType: null, ...LIMITS }
  await expect(proveImage(request)).rejects.toMatchObject({ code: 'invalid_media' })
  await expect(proveVideo(request)).rejects.toMatchObject({ code: 'invalid_media' })
})
