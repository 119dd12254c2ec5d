import '@napi-rs/webcodecs/polyfill'
import { createCanvas } from '@napi-rs/canvas'
import { createVideoWriter } from '@vignette/local-studio/video/write-video.ts'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** Half a second of H.264 in an MP4. */
export async function makeFilm(size = 64, frames = 12): Promise<Buffer> {
  const writer = await createVideoWriter({ width: size, height: size, fps: 24 })
  const canvas = createCanvas(size, size)
  const paint = canvas.getContext('2d')
  for (let at = 0; at < frames; at++) {
    paint.fillStyle = `hsl(${at * 25} 70% 50%)`
    paint.fillRect(0, 0, size, size)
    await writer.add(canvas)
  }
  return writer.finish()
}

/** The same film as other encoders write it: VP9 in WebM, or H.264 in QuickTime. */
export async function makeForeignFilm(kind: 'webm' | 'mov'): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(await makeFilm()), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const format = kind === 'webm' ? new WebMOutputFormat() : new MovOutputFormat()
  const output = new Output({ format, target })
  await (await Conversion.init({ input, output })).execute()
  if (!target.buffer) throw new Error('the muxer wrote nothing')
  return Buffer.from(target.buffer)
}

/** Half a second of a tone: 16-bit mono PCM. */
export function makeWav(rate = 8_000, seconds = 0.5): Buffer {
  const samples = Math.round(rate * seconds)
  const data = Buffer.alloc(44 + samples * 2)
  data.write('RIFF', 0, 'latin1')
  data.writeUInt32LE(36 + samples * 2, 4)
  data.write('WAVEfmt ', 8, 'latin1')
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(1, 22)
  data.writeUInt32LE(rate, 24)
  data.writeUInt32LE(rate * 2, 28)
  data.writeUInt16LE(2, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36, 'latin1')
  data.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    data.writeInt16LE(Math.round(Math.sin((at * 440 * 2 * Math.PI) / rate) * 9_000), 44 + at * 2)
  }
  return data
}

/** Metadata as a phone or ComfyUI writes it, which must not survive the upload. */
export const NEEDLE = '+52.5163+013.3777'
const FORMATS = {
  mp4: () => new Mp4OutputFormat(),
  mov: () => new MovOutputFormat(),
  webm: () => new WebMOutputFormat(),
  wav: () => new WavOutputFormat(),
  ogg: () => new OggOutputFormat(),
}

/** The same file with the needle in its tags and after its end. */
export async function addNeedle(kind: keyof typeof FORMATS, bytes: Buffer): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: FORMATS[kind](), target })
  const tags = { comment: NEEDLE, title: NEEDLE, artist: NEEDLE }
  await (await Conversion.init({ input, output, tags, showWarnings: false })).execute()
  if (!target.buffer) throw new Error('the muxer wrote nothing')
  const written = Buffer.from(target.buffer)
  if (!written.includes(NEEDLE)) throw new Error('the needle was not written')
  return kind === 'mp4' || kind === 'mov' ? Buffer.concat([written, FREE_BOX]) : written
}

/** A top-level box that players skip. */
const FREE_BOX = Buffer.concat([
  Buffer.from([0, 0, 0, 8 + NEEDLE.length]),
  Buffer.from(`free${NEEDLE}`),
])
