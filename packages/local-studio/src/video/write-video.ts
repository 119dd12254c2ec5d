import type { Canvas } from '@napi-rs/canvas'
import { type EncodedVideoChunk, VideoEncoder, VideoFrame } from '@napi-rs/webcodecs'
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { toYuv } from './to-yuv.ts'

export interface VideoShape {
  /** Even, because 4:2:0 needs even numbers. */
  width: number
  height: number
  fps: number
}

export interface VideoWriter {
  add(frame: Canvas): Promise<void>
  finish(): Promise<Buffer>
}

const COLOUR = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
/** Bits per pixel and frame: enough for grain without visible blocks. */
const BITS = 0.14
const MOST_WAITING = 6

/** H.264 High in the lowest level that allows the frame. */
function codecFor(pixels: number): string {
  if (pixels <= 1280 * 720) return 'avc1.64001f'
  return pixels <= 1920 * 1088 ? 'avc1.640028' : 'avc1.640032'
}

type ChunkMeta = Parameters<EncodedVideoPacketSource['add']>[1]

/**
 * Encodes frames to H.264 High in an MP4 that a player can start before the whole file is loaded.
 */
export async function createVideoWriter({ width, height, fps }: VideoShape): Promise<VideoWriter> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: fps })
  await output.start()

  let failure: Error | undefined
  let muxed = Promise.resolve()
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const packet = toPacket(chunk, 1 / fps)
      const meta = metadata?.decoderConfig
        ? ({ decoderConfig: { ...metadata.decoderConfig, colorSpace: COLOUR } } as ChunkMeta)
        : undefined
      muxed = muxed.then(() => source.add(packet, meta))
    },
    error(error) {
      failure = error
    },
  })
  encoder.configure({
    codec: codecFor(width * height),
    width,
    height,
    framerate: fps,
    bitrate: Math.round(width * height * fps * BITS),
    latencyMode: 'quality',
    avc: { format: 'avc' },
  })

  let count = 0
  return {
    async add(frame) {
      const { data } = frame.getContext('2d').getImageData(0, 0, width, height)
      // A new buffer for each frame, because the encoder may still be reading the previous one.
      const planes = new Uint8Array((width * height * 3) / 2)
      toYuv(data, width, height, planes)
      const picture = new VideoFrame(planes, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round((count * 1e6) / fps),
        duration: Math.round(1e6 / fps),
        colorSpace: COLOUR,
      })
      encoder.encode(picture, { keyFrame: count % (fps * 2) === 0 })
      picture.close()
      count += 1
      // At least one turn of the event loop, which frees the pixels of earlier frames.
      do await new Promise(setImmediate)
      while (encoder.encodeQueueSize > MOST_WAITING && !failure)
      if (failure) throw failure
    },
    async finish() {
      await encoder.flush()
      await muxed
      if (failure) throw failure
      encoder.close()
      await output.finalize()
      return sealFile(target)
    },
  }
}

/** Writes the file without its creation time, so that equal work gives equal bytes. */
export function sealFile(target: BufferTarget): Buffer {
  if (!target.buffer) throw new Error('the muxer wrote nothing')
  const file = Buffer.from(target.buffer)
  const end = file.indexOf('mdat')
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    for (let at = file.indexOf(box); at >= 0 && at < end; at = file.indexOf(box, at + 4)) {
      const wide = file[at + 4] === 1 ? 8 : 4
      file.fill(0, at + 8, at + 8 + wide * 2)
    }
  }
  return file
}

/** The encoder drops the last frame's duration, which would end the film one frame early. */
function toPacket(chunk: EncodedVideoChunk, seconds: number): EncodedPacket {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  return new EncodedPacket(
    data,
    chunk.type === 'key' ? 'key' : 'delta',
    chunk.timestamp / 1e6,
    seconds,
  )
}
