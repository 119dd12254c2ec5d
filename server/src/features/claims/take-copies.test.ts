import type { VideoFrame } from '@napi-rs/webcodecs'
import { studioTasks } from '@vignette/local-studio/tasks.ts'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  type ConversionOptions,
  Input,
  Mp4OutputFormat,
  Output,
  VideoSample,
} from 'mediabunny'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { drawWishes, isCopy, looksOf, measureCopies } from '../../../test/support/measure-copies.ts'
import { checkVideo } from '../media/child/videos.ts'
import type { Look } from '../media/index.ts'
import { lookAtAll } from './take-copies.ts'

const FILMS = Number(process.env['COPIED_FILMS'] ?? 2)

test('copies of pictures of the local studio are found, however they are cut, turned or squeezed, and other pictures are left', async () => {
  const { found, wrong, pairs } = await measureCopies(await drawWishes(12))
  for (const [name, share] of Object.entries(found))
    expect([name, share >= 0.95]).toEqual([name, true])
  expect(wrong.length / pairs).toBeLessThanOrEqual(1 / 1000)
}, 180_000)

/** Films of four seconds: a camera that moves over a picture, and every other a passage between two. */
async function film(): Promise<{ film: Buffer; still: Buffer }[]> {
  const pictures = await drawWishes(2 * FILMS)
  const films: { film: Buffer; still: Buffer }[] = []
  for (let at = 0; at < FILMS; at++) {
    const [still, last] = [pictures[2 * at], pictures[2 * at + 1]]
    if (!still || !last) throw new Error('not drawn')
    const payload = {
      firstImage: still,
      ...(at % 2 === 1 && { lastImage: last }),
      seed: at,
      params: {
        move: MOVES[at % MOVES.length] ?? 'orbit',
        transition: 'morph' as const,
        strength: 0.5,
        duration: 4,
        fps: 12,
        size: 480,
        aspect: 'source',
        loop: at % 4 === 3,
      },
    }
    const io = { onProgress: () => undefined }
    films.push({ still, film: Buffer.from(await studioTasks.image_to_video(payload, io)) })
  }
  return films
}
const MOVES = ['zoom-in', 'pan-left', 'orbit', 'zoom-out', 'pan-up'] as const

interface FilmChange {
  /** Each frame, which is 480 by 320. */
  frame?: (picture: Sharp) => Sharp
  /** The first second that is kept. */
  from?: number
  bitrate?: number
}
const FILM_CHANGES: Record<string, FilmChange> = {
  'encoded again, coarsely': { bitrate: 100_000 },
  'half the size': { frame: (picture) => picture.resize({ width: 240 }) },
  mirrored: { frame: (picture) => picture.flop() },
  'cut by 5%': {
    frame: (picture) => picture.extract({ left: 24, top: 16, width: 456, height: 304 }),
  },
  'without its first second': { from: 1 },
  'all at once': {
    from: 1,
    bitrate: 100_000,
    frame: (picture) => picture.extract({ left: 0, top: 0, width: 456, height: 304 }).flop(),
  },
}

async function changeFrame(sample: VideoSample, change: (picture: Sharp) => Sharp) {
  const { timestamp, duration } = sample
  const frame = sample.toVideoFrame() as unknown as VideoFrame
  try {
    const { displayWidth: width, displayHeight: height } = frame
    const rgba = new Uint8Array(frame.allocationSize({ format: 'RGBA' }))
    await frame.copyTo(rgba, { format: 'RGBA' })
    const { data, info } = await change(sharp(rgba, { raw: { width, height, channels: 4 } }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const shape = { codedWidth: info.width, codedHeight: info.height }
    return new VideoSample(data, { format: 'RGBA', ...shape, timestamp, duration })
  } finally {
    frame.close()
  }
}

async function changeFilm(bytes: Buffer, { frame, from, bitrate = 300_000 }: FilmChange) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const video: ConversionOptions['video'] = { codec: 'avc', forceTranscode: true, bitrate }
  if (frame) video.process = (sample) => changeFrame(sample, frame)
  const trim = from === undefined ? {} : { trim: { start: from } }
  await (await Conversion.init({ input, output, ...trim, video })).execute()
  if (!target.buffer) throw new Error('the muxer wrote nothing')
  return Buffer.from(target.buffer)
}

const framesOf = async (bytes: Buffer, density: 'judged' | 'known' = 'judged') =>
  (await checkVideo(new BufferSource(bytes), 50_000_000, density)).frames

test('copies of films of the local studio are found by their frames, and so are a still of a film and a film of a picture', async () => {
  const films = await film()
  const lookAt = async (pictures: readonly Buffer[]) =>
    (await Promise.all(pictures.map((picture) => looksOf(picture, false)))).flat()
  const taken: Look[][] = []
  const plain: Look[][] = []
  for (const one of films) {
    taken.push(await lookAtAll(await framesOf(one.film, 'known'), looksOf))
    plain.push(await lookAt(await framesOf(one.film)))
  }
  const isKnown = (by: readonly Look[] = [], looks: readonly Look[]) =>
    looks.some((look) => isCopy(by, look))
  const figures: Record<string, number> = {}
  for (const [name, change] of Object.entries(FILM_CHANGES)) {
    let found = 0
    for (const [at, one] of films.entries())
      if (isKnown(taken[at], await lookAt(await framesOf(await changeFilm(one.film, change)))))
        found += 1
    figures[name] = found / FILMS
  }
  let [stills, filmed, wrong] = [0, 0, 0]
  for (const [at, one] of films.entries()) {
    // A still of somewhere in the film, as a viewer saves it.
    const still = await changeFilm(one.film, { from: 0.3 + 3 * ((at * 0.37) % 1) })
    if (isKnown(taken[at], await lookAt((await framesOf(still)).slice(0, 1)))) stills += 1
    if (isKnown(await looksOf(one.still, true), plain[at] ?? [])) filmed += 1
    wrong += taken.filter((by, other) => other !== at && isKnown(by, plain[at] ?? [])).length
  }
  const pairs = FILMS * (FILMS - 1)
  // oxlint-disable-next-line no-console -- The figures are what this test is for.
  console.info(
    `copies of films found: ${JSON.stringify(figures)}; stills: ${stills / FILMS}; films of a picture: ${filmed / FILMS}; wrong: ${wrong} of ${pairs}; most looks of a film: ${Math.max(...taken.map((one) => one.length))}`,
  )
  for (const [name, share] of Object.entries({ ...figures, stills: stills / FILMS }))
    expect([name, share >= 0.95]).toEqual([name, true])
  expect(wrong / pairs).toBeLessThanOrEqual(1 / 1000)
}, 1_800_000)
