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
    expect(channels[0]?.stdev).toBeGreaterThan(5)
    expect(String((await sharp(Buffer.from(made.bytes)).metadata()).xmp)).toContain(SOURCE)
  },
)

test('a picture that is small stays as small, and its proof shows the mark', async () => {
  const bytes = await plain('#336699', 64, 48)
  const made = await proveImage({ bytes, sourceType: null, ...LIMITS })
  expect([made.width, made.height]).toEqual([64, 48])
  const { channels } = await sharp(Buffer.from(made.bytes)).stats()
  expect(channels[0]?.stdev).toBeGreaterThan(5)
})

const [WIDTH, HEIGHT] = [320, 240]
/** A window around one word. */
const WORD = { width: 36, height: 26 }

/** What the mark adds to each pixel after a blur of 2 px, at half the size. */
async function readMark(before: Buffer): Promise<number[]> {
  const weaken = async (bytes: Uint8Array) =>
    sharp(await sharp(bytes).blur(2).toBuffer())
      .resize(WIDTH, HEIGHT)
      .flatten()
      .greyscale()
      .raw()
      .toBuffer()
  const made = await proveImage({ bytes: before, sourceType: null, ...LIMITS })
  const [marked, unmarked] = [await weaken(made.bytes), await weaken(before)]
  return Array.from(marked, (value, at) => value - (unmarked[at] ?? 0))
}

type Place = readonly [left: number, top: number]

/** The correlation of what two maps show in a window. */
function compare(map: number[], [left, top]: Place, word: number[], [x, y]: Place): number {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row < WORD.height; row++) {
    for (let column = 0; column < WORD.width; column++) {
      const one = map[(top + row) * WIDTH + left + column] ?? 0
      const other = word[(y + row) * WIDTH + x + column] ?? 0
      n++
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  return (n * ab - a * b) / Math.sqrt((n * aa - a * a) * (n * bb - b * b) || 1)
}

test('each half of a proof shows a whole word after a blur of 2 px and at half the size', async () => {
  const grey = await readMark(await plain('#808080', 640, 480))
  const first: Place = [122, 92]
  const words: Place[] = []
  for (let top = 0; top <= HEIGHT - WORD.height; top += 2) {
    for (let left = 0; left <= WIDTH - WORD.width; left += 2) {
      if (compare(grey, [left, top], grey, first) > 0.7) words.push([left, top])
    }
  }
  const halves: ((place: Place) => boolean)[] = [
    ([left]) => left + WORD.width <= WIDTH / 2,
    ([left]) => left >= WIDTH / 2,
    ([, top]) => top + WORD.height <= HEIGHT / 2,
    ([, top]) => top >= HEIGHT / 2,
  ]
  // Of every pixel another colour, blurred a little, as a busy picture has them.
  const noise = Buffer.from(
    Uint8Array.from({ length: 640 * 480 * 3 }, (_, at) => (at * at * 7919) >> 5),
  )
  const busy = await sharp(noise, { raw: { width: 640, height: 480, channels: 3 } })
    .blur(1.5)
    .png()
    .toBuffer()
  for (const picture of [
    await plain('#101820', 640, 480),
    await plain('#faf6ee', 640, 480),
    busy,
  ]) {
    const map = await readMark(picture)
    for (const half of halves) {
      const likeness = words.filter(half).map((at) => Math.abs(compare(map, at, grey, at)))
      expect(Math.max(...likeness)).toBeGreaterThan(0.8)
    }
    // Of 255: dark letters on light paper are as faint as they may be.
    expect(Math.max(...map.map(Math.abs))).toBeGreaterThan(15)
  }
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
  expect(channels[0]?.stdev).toBeGreaterThan(5)
})

test('a file that is neither picture nor film has no proof', async () => {
  const request = { bytes: Buffer.from('nothing'), sourceType: null, ...LIMITS }
  await expect(proveImage(request)).rejects.toMatchObject({ code: 'invalid_media' })
  await expect(proveVideo(request)).rejects.toMatchObject({ code: 'invalid_media' })
})
