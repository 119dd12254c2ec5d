import '@napi-rs/webcodecs/polyfill'
import type { VideoFrame } from '@napi-rs/webcodecs'
import { BufferSource, VideoSample, VideoSampleSink, VideoSampleSource } from 'mediabunny'
import sharp from 'sharp'
import {
  hashDifferences,
  markMp4,
  notMedia,
  openImage,
  previewOf,
  sourceTypeXmp,
} from './images.ts'
import type { FinishedMedia, ProofRequest, SketchRequest } from './messages.ts'
import { checkVideo, markPoster, writeMp4 } from './videos.ts'

/** A picture of at most the longest side, with the mark in its pixels. */
export async function proveImage(request: ProofRequest): Promise<FinishedMedia> {
  try {
    const { width, height, marked } = await markSmall(request)
    const { sourceType } = request
    const data = await (sourceType ? marked.withXmp(sourceTypeXmp(sourceType)) : marked)
      .png({ compressionLevel: 6 })
      .toBuffer()
    return {
      bytes: data,
      contentType: 'image/png',
      extension: 'png',
      width,
      height,
      durationMs: null,
      ...(await previewOf(data, request.maxPixels)),
    }
  } catch (error) {
    throw notMedia(error)
  }
}

/** A small picture of what a run would make, as WebP. */
export async function sketchImage(request: SketchRequest): Promise<Uint8Array> {
  const { plain, marked } = await markSmall(request)
  return (request.marked ? marked : plain).webp({ quality: 82 }).toBuffer()
}

async function markSmall({ bytes, maxPixels, longestSide }: Omit<SketchRequest, 'marked'>) {
  const { data: pixels, info } = await openImage(bytes, maxPixels)
    .autoOrient()
    .resize({ ...square(longestSide), withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const raw = { width, height, channels: 4 } as const
  const plain = sharp(pixels, { raw })
  const marked = sharp(pixels, { raw }).composite([
    { input: Buffer.from(drawMark(width, height)), raw },
  ])
  return { width, height, plain, marked }
}

function square(side: number) {
  return { width: side, height: side, fit: 'inside' } as const
}

/** The film's beginning without its sound, small, with the mark in every frame. */
export async function proveVideo(request: ProofRequest): Promise<FinishedMedia> {
  const bytes = await markFrames(request)
  const { width, height, durationMs, poster, frames } = await checkVideo(
    new BufferSource(bytes),
    request.maxPixels,
  )
  const { sourceType, maxPixels } = request
  return {
    bytes: sourceType ? markMp4(bytes, sourceType) : bytes,
    contentType: 'video/mp4',
    extension: 'mp4',
    width,
    height,
    durationMs,
    frameHashes: await Promise.all(frames.map(hashDifferences)),
    ...(await previewOf(await markPoster(poster, sourceType), maxPixels)),
  }
}

function markFrames(request: ProofRequest): Promise<Uint8Array> {
  return writeMp4(request.bytes, async (input, output) => {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('the file has no video track')
    const size = sizeOf(track.displayWidth, track.displayHeight, request.longestSide)
    const source = new VideoSampleSource({ codec: 'avc', bitrate: size.width * size.height * 4 })
    output.addVideoTrack(source)
    await output.start()
    const overlay = Buffer.from(drawMark(size.width, size.height))
    const first = await track.getFirstTimestamp()
    const end = first + request.seconds
    for await (const sample of new VideoSampleSink(track).samples(first, end)) {
      const timestamp = Math.max(0, sample.timestamp - first)
      const duration = Math.min(sample.duration, request.seconds - timestamp)
      const rgba = await markFrame(sample, size, overlay)
      const marked = new VideoSample(rgba, {
        format: 'RGBA',
        codedWidth: size.width,
        codedHeight: size.height,
        timestamp,
        duration,
      })
      await source.add(marked)
      marked.close()
    }
    await output.finalize()
  })
}

interface Size {
  width: number
  height: number
}

/** Even, because 4:2:0 needs even numbers. */
function sizeOf(width: number, height: number, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const even = (length: number) => Math.max(2, Math.floor((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

async function markFrame(sample: VideoSample, size: Size, overlay: Buffer): Promise<Uint8Array> {
  const frame = sample.toVideoFrame() as unknown as VideoFrame
  sample.close()
  try {
    const { displayWidth: width, displayHeight: height } = frame
    const rgba = new Uint8Array(frame.allocationSize({ format: 'RGBA' }))
    await frame.copyTo(rgba, { format: 'RGBA' })
    const small = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer()
    return await sharp(small, { raw: { ...size, channels: 4 } })
      .composite([{ input: overlay, raw: { ...size, channels: 4 } }])
      .raw()
      .toBuffer()
  } finally {
    frame.close()
  }
}

/**
 * The outlines of the site's own face (web/public/fonts, at its lightest weight) in thousandths of
 * the type size, from the baseline upwards: a child opens no vector graphics, and a lean server
 * has no fonts.
 */
const OUTLINES = {
  P: 'M79 0V697H287Q400 697 460 647Q519 597 519 500Q519 403 459 352Q399 300 287 300H166V0ZM166 378H278Q350 378 390 408Q431 437 431 499Q431 560 392 589Q352 618 278 618H166Z',
  R: 'M79 0V697H287Q367 697 418 674Q469 650 494 606Q519 562 519 501Q519 414 469 364Q419 313 324 304Q309 303 288 303Q267 303 247 303H167V0ZM469 0 288 314 378 325 570 0ZM167 381H278Q324 381 358 393Q392 405 412 431Q431 457 431 500Q431 544 412 570Q392 595 358 606Q323 618 278 618H167Z',
  O: 'M372 -12Q276 -12 204 33Q131 78 90 159Q50 240 50 348Q50 457 90 538Q131 619 204 664Q276 709 372 709Q470 709 543 664Q616 619 656 538Q697 457 697 348Q697 240 656 159Q615 78 542 33Q469 -12 372 -12ZM372 72Q445 72 498 106Q550 140 579 202Q608 264 608 348Q608 433 579 495Q550 557 498 591Q445 625 372 625Q301 625 248 592Q195 558 166 496Q138 434 138 348Q138 263 166 201Q195 139 248 106Q301 72 372 72Z',
  F: 'M79 0V697H536V618H167V395H487V316H167V0Z',
}
const ADVANCES = { P: 554, R: 598, O: 748, F: 565 }
const WORD = ['P', 'R', 'O', 'O', 'F'] as const
const TRACKING = 120
/** All lines rise by this angle. */
const RISE = Math.PI / 6
/** From word to word along a line, and from line to line, in type sizes. */
const [PERIOD, LEADING] = [6, 3.4]
/** The share of a pixel that the light letters cover, and their dark edge. */
const [LIGHT, DARK] = [0.38, 0.2]

/** A transparent picture of this size with fine diagonal lines of the word PROOF all over it, as RGBA. */
function drawMark(width: number, height: number): Uint8Array {
  const size = Math.max(7, Math.min(24, Math.min(width, height) / 24))
  const word = drawWord(size)
  const pixels = new Uint8Array(width * height * 4)
  const [right, up] = [Math.cos(RISE) * size, Math.sin(RISE) * size]
  const most = Math.ceil((width + height) / size)
  for (let line = -most; line <= most; line++) {
    for (let at = -most; at <= most; at++) {
      // Every other line is shifted, so that no columns appear.
      const along = (at + (line % 2) / 2) * PERIOD
      const left = Math.round(along * right + line * LEADING * up)
      const top = Math.round(line * LEADING * right - along * up)
      stamp({ pixels, width, height }, word, left, top)
    }
  }
  return pixels
}

interface Word {
  /** How much of each pixel the letters cover. */
  covered: Float32Array
  width: number
  height: number
}

function drawWord(size: number): Word {
  let end = 0
  const letters = WORD.map((letter) => {
    const left = end
    end += ADVANCES[letter] + TRACKING
    return { end, edges: readOutline(OUTLINES[letter], left) }
  })
  const [cos, sin] = [Math.cos(RISE), Math.sin(RISE)]
  const length = (end / 1000) * size
  const width = Math.ceil(length * cos + size * sin) + 4
  const height = Math.ceil(length * sin + size * cos) + 4
  const covered = new Float32Array(width * height)
  const [left, baseline] = [2 + size * sin, height - 2]
  for (let at = 0; at < covered.length; at++) {
    let inside = 0
    for (let sample = 0; sample < 16; sample++) {
      const x = (at % width) + ((sample % 4) + 0.5) / 4 - left
      const y = baseline - (Math.floor(at / width) + (Math.floor(sample / 4) + 0.5) / 4)
      const across = ((x * cos + y * sin) / size) * 1000
      const letter = letters.find((one) => across < one.end)
      if (letter && isInside(letter.edges, across, ((y * cos - x * sin) / size) * 1000)) inside++
    }
    covered[at] = inside / 16
  }
  return { covered, width, height }
}

type Point = readonly [number, number]
type Edge = readonly [Point, Point]

/** The edges of a path of M, L, H, V, Q and Z; each curve becomes four lines. */
function readOutline(path: string, left: number): Edge[] {
  const edges: Edge[] = []
  let start: Point = [0, 0]
  let from = start
  const lineTo = (to: Point) => {
    edges.push([from, to])
    from = to
  }
  for (const [, command, digits = ''] of path.matchAll(/([MHVQZ])([^MHVQZ]*)/g)) {
    const numbers = digits.split(' ').map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = numbers
    if (command === 'M') {
      start = from = [left + a, b]
      for (let at = 2; at < numbers.length; at += 2)
        lineTo([left + (numbers[at] ?? 0), numbers[at + 1] ?? 0])
    } else if (command === 'H') lineTo([left + a, from[1]])
    else if (command === 'V') lineTo([from[0], a])
    else if (command === 'Z') lineTo(start)
    else {
      const [x, y] = from
      for (const t of [0.25, 0.5, 0.75, 1]) {
        const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
        lineTo([p * x + q * (left + a) + r * (left + c), p * y + q * b + r * d])
      }
    }
  }
  return edges
}

/** By the winding number, since the leg of R overlaps its bowl. */
function isInside(edges: readonly Edge[], x: number, y: number): boolean {
  if (y < -12 || y > 709) return false
  let winding = 0
  for (const [[x1, y1], [x2, y2]] of edges) {
    if (y1 <= y === y2 <= y) continue
    if (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) winding += y2 > y1 ? 1 : -1
  }
  return winding !== 0
}

/** Sets the word down once: light letters, and a dark edge of one pixel below them. */
function stamp(
  sheet: { pixels: Uint8Array; width: number; height: number },
  { covered, width, height }: Word,
  left: number,
  top: number,
): void {
  const coverage = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (covered[y * width + x] ?? 0)
  for (let y = Math.max(0, -top); y < Math.min(height, sheet.height - top); y++) {
    for (let x = Math.max(0, -left); x < Math.min(width, sheet.width - left); x++) {
      const beside = Math.max(coverage(x, y), coverage(x, y - 1))
      if (beside === 0) continue
      const light = coverage(x, y) * LIGHT
      const alpha = light + beside * DARK * (1 - light)
      const grey = (255 * light) / alpha
      const at = ((top + y) * sheet.width + left + x) * 4
      sheet.pixels.set([grey, grey, grey, 255 * alpha], at)
    }
  }
}
