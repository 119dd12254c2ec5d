import { createCanvas } from '@napi-rs/canvas'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { beforeAll, describe, expect, test } from 'vitest'
import { animatePicture } from './animate-picture.ts'
import { concatVideos } from './concat.ts'
import { decodeFrames, toCanvas } from './decode-frames.ts'
import { frameSize } from './frame-size.ts'
import { MOVES, viewAt } from './moves.ts'
import { TRANSITIONS } from './transition-names.ts'

const io = { onProgress: () => undefined }
const params = {
  move: 'zoom-in',
  transition: 'crossfade',
  strength: 0.5,
  duration: 1,
  fps: 12,
  size: 256,
  aspect: 'source',
  loop: false,
} as const

function picture(colour: string, width = 320, height = 180): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = colour
  pen.fillRect(0, 0, width, height)
  return canvas.encodeSync('png')
}

async function probe(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('no video')
  const stats = await track.computePacketStats()
  const frames: Array<[number, number, number]> = []
  for await (const frame of decodeFrames(track, config)) {
    const canvas = await toCanvas(frame)
    frame.close()
    const { data } = canvas
      .getContext('2d')
      .getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1)
    frames.push([data[0] ?? 0, data[1] ?? 0, data[2] ?? 0])
  }
  return {
    type: await input.getMimeType(),
    codec: config.codec,
    colour: await track.getColorSpace(),
    size: [track.displayWidth, track.displayHeight],
    duration: await input.computeDuration(),
    fps: stats.averagePacketRate,
    count: stats.packetCount,
    frames,
  }
}

const near = (colour: readonly number[] | undefined, expected: readonly number[]) =>
  expected.every((value, c) => Math.abs(value - (colour?.[c] ?? -999)) <= 10)

const film = (colour: string, more: object = {}, last?: string) =>
  animatePicture(
    {
      firstImage: picture(colour),
      ...(last ? { lastImage: picture(last) } : {}),
      seed: 1,
      params: { ...params, ...more },
    },
    io,
  )

test('each frame of a film has its own turn of the event loop, or the pixels of all stay in memory', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  const turns: number[] = []
  const watch = { onProgress: () => void turns.push(turn) }
  await animatePicture({ firstImage: picture('#336699'), seed: 1, params }, watch)
  clearImmediate(next)
  expect(new Set(turns).size).toBe(params.duration * params.fps)
})

describe('a film of one picture', () => {
  test('the film has the requested size, length, rate, codec and colours', async () => {
    const bytes = await film('#d23c28', { duration: 1.5 })
    const film1 = await probe(bytes)
    expect(film1).toMatchObject({ size: [256, 144], count: 18 })
    expect(film1.duration).toBeCloseTo(1.5, 2)
    expect(film1.fps).toBeCloseTo(12, 1)
    expect(film1.type).toContain('video/mp4')
    expect(film1.codec).toMatch(/^avc1\.64/)
    expect(film1.colour).toMatchObject({
      primaries: 'bt709',
      transfer: 'bt709',
      matrix: 'bt709',
      fullRange: false,
    })
    expect(film1.frames.every((colour) => near(colour, [0xd2, 0x3c, 0x28]))).toBe(true)
    // The index precedes the frames, so that a player can start before the whole file is loaded.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  test('the same picture and params give the same film', async () => {
    const [one, again] = await Promise.all([film('#2266aa'), film('#2266aa')])
    const [first, second] = [await probe(one), await probe(again)]
    expect(first.count).toBe(second.count)
    expect(first.frames.every((colour, i) => near(colour, second.frames[i] ?? []))).toBe(true)
  })

  test.each(MOVES)('%s stays inside the picture and ends on a different view', (move) => {
    for (const t of [0, 0.25, 0.5, 0.75, 1]) {
      const { x, y, zoom, shear } = viewAt(move, t, 1)
      const half = 0.5 / zoom + Math.abs(shear) / 2
      expect(x - half).toBeGreaterThanOrEqual(-1e-9)
      expect(x + half).toBeLessThanOrEqual(1 + 1e-9)
      expect(y - 0.5 / zoom).toBeGreaterThanOrEqual(-1e-9)
      expect(y + 0.5 / zoom).toBeLessThanOrEqual(1 + 1e-9)
    }
    if (move !== 'still') expect(viewAt(move, 0.25, 1)).not.toEqual(viewAt(move, 0.75, 1))
  })
})

test.each(TRANSITIONS)(
  '%s starts with the first picture and ends with the last',
  async (transition) => {
    const { frames } = await probe(await film('#e03020', { transition }, '#2040e0'))
    expect(near(frames[0], [0xe0, 0x30, 0x20])).toBe(true)
    expect(near(frames.at(-1), [0x20, 0x40, 0xe0])).toBe(true)
    const [red = 0] = frames[8] ?? []
    expect(red).toBeLessThan(0xe0)
  },
)

test('frames have even sides for any picture', () => {
  expect(frameSize({ width: 333, height: 777 }, 'source', 301)).toEqual({ width: 130, height: 302 })
  expect(frameSize({ width: 10_000, height: 10 }, 'source', 480)).toEqual({
    width: 480,
    height: 200,
  })
  expect(frameSize({ width: 10, height: 10 }, '16:9', 1280)).toEqual({ width: 1280, height: 720 })
})

describe('video_concat', () => {
  let red: Buffer
  let blue: Buffer
  beforeAll(async () => {
    red = await film('#e03020')
    blue = await film('#2040e0')
  })

  test('clips of one format are joined packet by packet', async () => {
    const joined = await probe(await concatVideos({ videos: [red, blue, red] }, io))
    expect(joined).toMatchObject({ size: [256, 144], count: 36 })
    expect(joined.duration).toBeCloseTo(3, 2)
    expect(near(joined.frames[1], [0xe0, 0x30, 0x20])).toBe(true)
    expect(near(joined.frames[18], [0x20, 0x40, 0xe0])).toBe(true)
    expect(near(joined.frames[35], [0xe0, 0x30, 0x20])).toBe(true)
  })

  test('other clips are encoded in the first clip’s size and rate', async () => {
    const other = await film('#20c040', { size: 320, fps: 24, aspect: '1:1' })
    const joined = await probe(await concatVideos({ videos: [red, other] }, io))
    expect(joined).toMatchObject({ size: [256, 144], count: 24 })
    expect(joined.duration).toBeCloseTo(2, 2)
    expect(near(joined.frames[1], [0xe0, 0x30, 0x20])).toBe(true)
    expect(near(joined.frames[20], [0x20, 0xc0, 0x40])).toBe(true)
  })

  test('the error names the file that is no video', async () => {
    const junk = Buffer.from('not a video at all')
    await expect(concatVideos({ videos: [red, junk] }, io)).rejects.toMatchObject({
      code: 'not_a_video',
      message: /Video 2/,
    })
    await expect(concatVideos({ videos: [red.subarray(0, 300), red] }, io)).rejects.toMatchObject({
      code: 'not_a_video',
    })
  })
})
