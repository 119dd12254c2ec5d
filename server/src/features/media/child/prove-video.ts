import '@napi-rs/webcodecs/polyfill'
import type { VideoFrame } from '@napi-rs/webcodecs'
import { BufferSource, VideoSample, VideoSampleSink, VideoSampleSource } from 'mediabunny'
import sharp from 'sharp'
import { drawMark } from './draw-mark.ts'
import { previewOf } from './images.ts'
import type { FinishedMedia, ProofRequest } from './messages.ts'
import { markMp4 } from './source-type.ts'
import { checkVideo, markPoster } from './videos.ts'
import { writeMp4 } from './write-mp4.ts'

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
