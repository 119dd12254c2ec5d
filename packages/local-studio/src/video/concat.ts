import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { createSurface } from '../drawing/surface.ts'
import { Refusal } from '../refusal.ts'
import type { TaskIo } from '../types.ts'
import { decodeFrames, toCanvas } from './decode-frames.ts'
import { drawCover } from './draw-view.ts'
import { createVideoWriter, sealFile } from './write-video.ts'

export interface ConcatVideos {
  videos: Uint8Array[]
}

interface Clip {
  track: InputVideoTrack
  width: number
  height: number
  fps: number
  duration: number
  config: VideoDecoderConfig
}

const MOST_SECONDS = 60
const LONGEST_SIDE = 1280
const MOST_SOURCE_PIXELS = 1920 * 1920

export async function concatVideos({ videos }: ConcatVideos, io: TaskIo): Promise<Buffer> {
  const clips: Clip[] = []
  for (const [i, bytes] of videos.entries()) clips.push(await openClip(bytes, i + 1))
  const seconds = clips.reduce((sum, clip) => sum + clip.duration, 0)
  if (seconds > MOST_SECONDS) {
    throw new Refusal(
      'videos_too_long',
      `Together these videos last ${Math.ceil(seconds)} seconds; the most is ${MOST_SECONDS}.`,
    )
  }
  const [first] = clips
  if (!first) throw new Refusal('no_videos', 'There is no video to join.')
  return clips.every((clip) => isAlike(clip, first))
    ? joinPackets(clips, first, io)
    : redraw(clips, first, io)
}

async function openClip(bytes: Uint8Array, place: number): Promise<Clip> {
  const unreadable = new Refusal('not_a_video', `Video ${place} cannot be read as a video.`)
  try {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw unreadable
    const stats = await track.computePacketStats(200)
    const clip: Clip = {
      track,
      config,
      width: track.displayWidth,
      height: track.displayHeight,
      fps: Math.min(30, Math.max(1, Math.round(stats.averagePacketRate))),
      duration: await track.computeDuration(),
    }
    if (clip.width * clip.height > MOST_SOURCE_PIXELS) {
      throw new Refusal('video_too_large', `Video ${place} is larger than 1920 × 1920 pixels.`)
    }
    return clip
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable
  }
}

/** Packets of two clips can share one file only if one decoder configuration reads both. */
function isAlike(clip: Clip, first: Clip): boolean {
  const bytes = (description: VideoDecoderConfig['description']) =>
    description === undefined
      ? ''
      : Buffer.from(
          ArrayBuffer.isView(description)
            ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
            : new Uint8Array(description),
        ).toString('base64')
  return (
    clip.track.codec === 'avc' &&
    clip.config.codec === first.config.codec &&
    clip.width === first.width &&
    clip.height === first.height &&
    clip.fps === first.fps &&
    clip.track.rotation === 0 &&
    bytes(clip.config.description) !== '' &&
    bytes(clip.config.description) === bytes(first.config.description)
  )
}

async function joinPackets(clips: Clip[], first: Clip, io: TaskIo): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: first.fps })
  await output.start()
  let offset = 0
  for (const [i, clip] of clips.entries()) {
    const start = await clip.track.getFirstTimestamp()
    for await (const packet of new EncodedPacketSink(clip.track).packets()) {
      await source.add(packet.clone({ timestamp: packet.timestamp - start + offset }), {
        decoderConfig: first.config,
      })
    }
    offset += clip.duration - start
    io.onProgress(((i + 1) / clips.length) * 95, 'Joining')
  }
  await output.finalize()
  return sealFile(target)
}

/** Decodes every clip and encodes each again in the first clip's size and rate. */
async function redraw(clips: Clip[], first: Clip, io: TaskIo): Promise<Buffer> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(first.width, first.height))
  const even = (value: number) => Math.max(64, Math.round((value * scale) / 2) * 2)
  const shape = {
    width: even(first.width),
    height: even(first.height),
    fps: Math.max(12, first.fps),
  }
  const writer = await createVideoWriter(shape)
  const surface = createSurface(shape.width, shape.height)
  for (const [i, clip] of clips.entries()) {
    const total = Math.max(1, Math.round(clip.duration * shape.fps))
    let written = 0
    let index = 0
    for await (const frame of decodeFrames(clip.track, clip.config)) {
      // By index, because the decoder gives wrong times for reordered frames.
      const due = Math.min(total, Math.round(((index + 1) / clip.fps) * shape.fps))
      index += 1
      if (due > written) drawCover(surface, await toCanvas(frame))
      frame.close()
      for (; written < due; written++) await writer.add(surface.canvas)
      io.onProgress(((i + written / total) / clips.length) * 95, 'Joining')
    }
    if (index === 0) throw new Refusal('not_a_video', `Video ${i + 1} cannot be read as a video.`)
  }
  return writer.finish()
}
