import '@napi-rs/webcodecs/polyfill'
import type { VideoFrame } from '@napi-rs/webcodecs'
import { BufferSource, VideoSample, VideoSampleSink, VideoSampleSource } from 'mediabunny'
import sharp from 'sharp'
import { markMp4, notMedia, openImage, previewOf, sourceTypeXmp } from './images.ts'
import type { FinishedMedia, ProofRequest } from './messages.ts'
import { checkVideo, markPoster, writeMp4 } from './videos.ts'

/** A picture of at most the longest side, with the mark in its pixels. */
export async function proveImage(request: ProofRequest): Promise<FinishedMedia> {
  try {
    const { data: pixels, info } = await openImage(request.bytes, request.maxPixels)
      .autoOrient()
      .resize({ ...square(request.longestSide), withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const marked = sharp(pixels, { raw: { width, height, channels: 4 } }).composite([
      { input: Buffer.from(drawMark(width, height)), raw: { width, height, channels: 4 } },
    ])
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

function square(side: number) {
  return { width: side, height: side, fit: 'inside' } as const
}

/** The film's beginning without its sound, small, with the mark in every frame. */
export async function proveVideo(request: ProofRequest): Promise<FinishedMedia> {
  const bytes = await markFrames(request)
  const { width, height, durationMs, poster } = await checkVideo(
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

/** The letters of the mark, as rows of dots. */
const LETTERS: Record<string, readonly string[]> = {
  P: ['1111.', '1...1', '1...1', '1111.', '1....', '1....', '1....'],
  R: ['1111.', '1...1', '1...1', '1111.', '1.1..', '1..1.', '1...1'],
  O: ['.111.', '1...1', '1...1', '1...1', '1...1', '1...1', '.111.'],
  F: ['11111', '1....', '1....', '1111.', '1....', '1....', '1....'],
}
const WORD = 'PROOF'
const [LETTER_WIDTH, LETTER_HEIGHT] = [6, 7]
/** How often the word is written from top to bottom. */
const ROWS = 6
/** Light letters with a dark edge are seen on every picture. */
const LIGHT = [255, 255, 255, 150] as const
const DARK = [0, 0, 0, 130] as const

/** A transparent picture of this size with the word PROOF all over it, as RGBA. */
function drawMark(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4)
  const dot = Math.max(1, Math.round(Math.min(width, height) / 110))
  const wordWidth = (WORD.length * LETTER_WIDTH + 5) * dot
  const rowHeight = Math.max((LETTER_HEIGHT + 4) * dot, Math.round(height / ROWS))
  for (const [edge, colour] of [
    [Math.max(1, Math.round(dot / 2)), DARK],
    [0, LIGHT],
  ] as const) {
    for (let row = 0; row * rowHeight < height; row++) {
      const indent = row % 2 === 0 ? 0 : -Math.round(wordWidth / 2)
      for (let left = indent; left < width; left += wordWidth) {
        write({ pixels, width, height, dot, colour }, left + edge, row * rowHeight + 2 * dot + edge)
      }
    }
  }
  return pixels
}

interface Sheet {
  pixels: Uint8Array
  width: number
  height: number
  dot: number
  colour: readonly number[]
}

function write(sheet: Sheet, left: number, top: number): void {
  const { dot } = sheet
  for (const [at, letter] of WORD.split('').entries()) {
    for (const [y, row] of (LETTERS[letter] ?? []).entries()) {
      for (const [x, ink] of row.split('').entries()) {
        if (ink === '1') fill(sheet, left + (at * LETTER_WIDTH + x) * dot, top + y * dot)
      }
    }
  }
}

function fill({ pixels, width, height, dot, colour }: Sheet, left: number, top: number): void {
  for (let y = Math.max(0, top); y < Math.min(height, top + dot); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + dot); x++) {
      pixels.set(colour, (y * width + x) * 4)
    }
  }
}
