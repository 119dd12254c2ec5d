import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from '@napi-rs/webcodecs'
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import { fromYuv } from './from-yuv.ts'

type NativeConfig = Parameters<VideoDecoder['configure']>[0]

const MOST_WAITING = 8

/** The frames of a track in display order; the caller must close each frame. */
export async function* decodeFrames(
  track: InputVideoTrack,
  config: VideoDecoderConfig,
): AsyncGenerator<VideoFrame> {
  const ready: VideoFrame[] = []
  let failure: Error | undefined
  const decoder = new VideoDecoder({
    output: (frame) => ready.push(frame),
    error(error) {
      failure = error
    },
  })
  try {
    decoder.configure(config as NativeConfig)
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const { type, microsecondTimestamp: timestamp, data } = packet
      decoder.decode(new EncodedVideoChunk({ type, timestamp, data }))
      while (decoder.decodeQueueSize > MOST_WAITING && !failure) await new Promise(setImmediate)
      if (failure) throw failure
      yield* ready.splice(0)
    }
    await decoder.flush()
    if (failure) throw failure
    yield* ready.splice(0)
  } finally {
    for (const frame of ready) frame.close()
    if (decoder.state !== 'closed') decoder.close()
  }
}

/** Converts planar 4:2:0 to RGB here, because the package treats every frame as BT.601. */
export async function toCanvas(frame: VideoFrame): Promise<Canvas> {
  const { width, height } = frame.visibleRect
  const rgba = new Uint8ClampedArray(width * height * 4)
  if (frame.format === 'I420') {
    const planes = new Uint8Array(frame.allocationSize())
    const layout = await frame.copyTo(planes)
    const { matrix, fullRange } = frame.colorSpace
    fromYuv(planes, layout, width, height, rgba, {
      // Small old films have no colour tag and use BT.601.
      bt709:
        matrix === 'bt709' || (matrix !== 'smpte170m' && matrix !== 'bt470bg' && height >= 720),
      fullRange: fullRange === true,
    })
  } else {
    await frame.copyTo(new Uint8Array(rgba.buffer), { format: 'RGBA' })
  }
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas
}
