import '@napi-rs/webcodecs/polyfill'
import type { VideoFrame } from '@napi-rs/webcodecs'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  Output,
  type Source,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny'
import sharp, { type Sharp } from 'sharp'
import { TaskError } from '../../../platform/children/messages.ts'
import { hashDifferences, markMp4, previewOf, shrinkToPreview, sourceTypeXmp } from './images.ts'
import type { FinishedMedia, FinishRequest, FramesRequest, SourceType } from './messages.ts'

interface Density {
  perSecond: number
  least: number
  most: number
}

/**
 * How many frames across a film are decoded, and judged. Of a film that was taken down more are
 * known, so that one of them is near whatever a copy begins with.
 */
const DENSITIES: Record<FramesRequest['density'], Density> = {
  judged: { perSecond: 1, least: 4, most: 12 },
  known: { perSecond: 4, least: 8, most: 48 },
}

export interface CheckedVideo {
  type: 'mp4' | 'webm' | 'quicktime'
  width: number
  height: number
  durationMs: number
  poster: Buffer
  /** Small pictures of frames from the beginning to near the end, by which the film is judged. */
  frames: Buffer[]
}

/** Opens the film and decodes frames across it, so that a file with only a valid beginning is refused. */
export async function checkVideo(
  source: Source,
  maxPixels: number,
  density: FramesRequest['density'] = 'judged',
): Promise<CheckedVideo> {
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new TaskError('invalid_media', 'the file has no video track')
    const { displayWidth: width, displayHeight: height } = track
    if (width * height > maxPixels) throw new TaskError('invalid_media', 'too many pixels')
    const duration = await input.computeDuration()
    if (!(duration > 0)) throw new TaskError('invalid_media', 'the film has no duration')
    const sink = new VideoSampleSink(track)
    const first = await track.getFirstTimestamp()
    const { perSecond, least, most } = DENSITIES[density]
    const count = Math.min(most, Math.max(least, Math.ceil((duration - first) * perSecond)))
    const times = Array.from(
      { length: count },
      (_, at) => first + ((duration - first) * at) / count,
    )
    let poster: Buffer | undefined
    const frames: Buffer[] = []
    for await (const sample of sink.samplesAtTimestamps(times)) {
      if (!sample) throw new TaskError('invalid_media', 'a frame does not decode')
      const picture = await openFrame(sample)
      sample.close()
      frames.push(await shrinkToPreview(picture.clone()))
      poster ??= await picture.png({ compressionLevel: 1 }).toBuffer()
    }
    const mime = await input.getMimeType()
    const type = /^video\/(mp4|webm|quicktime)/.exec(mime)?.[1] as CheckedVideo['type'] | undefined
    if (!type || !poster) throw new TaskError('invalid_media', `not a film we take: ${mime}`)
    return { type, width, height, durationMs: Math.round(duration * 1000), poster, frames }
  } catch (error) {
    if (error instanceof TaskError) throw error
    throw new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
  } finally {
    input.dispose()
  }
}

/** Always a new MP4, which downloads of films promise, without the maker's metadata. */
export async function finishVideo(request: FinishRequest): Promise<FinishedMedia> {
  const given = await checkVideo(new BufferSource(request.bytes), request.maxPixels)
  const isMp4 = given.type === 'mp4'
  const bytes = await makeMp4(request.bytes, isMp4)
  const film = isMp4 ? given : await checkVideo(new BufferSource(bytes), request.maxPixels)
  const { sourceType } = request
  return {
    bytes: sourceType ? markMp4(bytes, sourceType) : bytes,
    contentType: 'video/mp4',
    extension: 'mp4',
    width: film.width,
    height: film.height,
    durationMs: film.durationMs,
    frameHashes: await Promise.all(film.frames.map(hashDifferences)),
    ...(await previewOf(await markPoster(film.poster, sourceType), request.maxPixels)),
  }
}

/** Small pictures of a stored film's frames. */
export async function readFrames(request: FramesRequest): Promise<Uint8Array[]> {
  const { path, maxPixels, density } = request
  return (await checkVideo(new FilePathSource(path), maxPixels, density)).frames
}

/** Copies the frames of an H.264 MP4; encodes any other film to H.264 in an MP4. */
function makeMp4(bytes: Uint8Array, asItIs: boolean): Promise<Uint8Array> {
  return writeMp4(bytes, async (input, output) => {
    if (asItIs) return copyTracks(input, output)
    const conversion = await Conversion.init({ input, output, video: { codec: 'avc' }, tags: {} })
    await conversion.execute()
  })
}

export async function markPoster(poster: Buffer, sourceType: SourceType | null): Promise<Buffer> {
  if (!sourceType) return poster
  return sharp(poster).withXmp(sourceTypeXmp(sourceType)).png({ compressionLevel: 1 }).toBuffer()
}

async function openFrame(sample: VideoSample): Promise<Sharp> {
  const frame = sample.toVideoFrame() as unknown as VideoFrame
  try {
    const { displayWidth: width, displayHeight: height } = frame
    const rgba = new Uint8Array(frame.allocationSize({ format: 'RGBA' }))
    await frame.copyTo(rgba, { format: 'RGBA' })
    return sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
  } finally {
    frame.close()
  }
}

/**
 * Copies frames and sound into a new file without encoding them again. Metadata of a camera, a phone
 * or a generator (a place, a device, a name, the prompt) is left out.
 */
export async function copyTracks(input: Input, output: Output): Promise<void> {
  const conversion = await Conversion.init({
    input,
    output,
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    tags: {},
    showWarnings: false,
  })
  const kept = new Set(conversion.utilizedTracks)
  const wanted = (await input.getPrimaryVideoTrack()) ?? (await input.getPrimaryAudioTrack())
  if (!conversion.isValid || !wanted || !kept.has(wanted)) {
    throw new TaskError('invalid_media', 'its kind of encoding cannot be written')
  }
  await conversion.execute()
}

/** A new MP4 from a film; what cannot be read or written is no valid film. */
export async function writeMp4(
  bytes: Uint8Array,
  write: (input: Input, output: Output) => Promise<void>,
): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  try {
    await write(input, output)
    if (!target.buffer) throw new Error('the muxer wrote nothing')
    return new Uint8Array(target.buffer)
  } catch (error) {
    throw new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
  } finally {
    input.dispose()
  }
}
