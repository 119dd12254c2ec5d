import { UPLOADS, type UploadKind } from '@vignette/contract/upload-limits.ts'
import { fileTypeFromFile } from 'file-type'
import {
  ALL_FORMATS,
  AudioSampleSink,
  FilePathSource,
  FilePathTarget,
  Input,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  type Target,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { TaskError } from '../../../platform/children/messages.ts'
import { hashDifferences, previewOf, shrinkUpload } from './images.ts'
import { holdsManifest } from './sign.ts'
import { type CheckedVideo, checkVideo, copyTracks } from './videos.ts'

export interface UploadRequest {
  /** A file named by us; the checked file is written to `outPath`. */
  path: string
  outPath: string
  kind: UploadKind
  /** The limit for a film's frame; a picture is shrunk instead. */
  maxPixels: number
}

export interface CheckedUpload {
  contentType: string
  extension: string
  width: number | null
  height: number | null
  durationMs: number | null
  preview: Uint8Array | null
  placeholder: string | null
  dhash: string | null
  /** Of a film, small pictures of its frames, and the hash of each. */
  frames: Uint8Array[] | null
  frameHashes: string[] | null
  /** The extension of the file as it was sent, where it holds a manifest. */
  signedAs: string | null
}

type Checked = Omit<CheckedUpload, 'signedAs'>

/** How many samples of a recording are decoded. */
const CHECKED_SAMPLES = 4

/** The content decides the type; the file name and the declared type are ignored. */
export async function checkUpload(request: UploadRequest): Promise<CheckedUpload> {
  const type = await fileTypeFromFile(request.path)
  const sniffed = type?.mime
  const family = sniffed === 'application/ogg' ? 'audio' : sniffed?.split('/')[0]
  const mayBeAudio = request.kind === 'audio' && /^(video\/(mp4|ogg)|audio\/)/.test(sniffed ?? '')
  if (!sniffed || (family !== request.kind && !mayBeAudio)) throw unsupported(request.kind)
  const checked = await checkKind(request, sniffed)
  // Read only once the file has decoded.
  const signed = await holdsManifest(request.path, sniffed)
  return { ...checked, signedAs: signed ? type.ext : null }
}

function checkKind(request: UploadRequest, sniffed: string): Promise<Checked> {
  if (request.kind === 'image') return checkImage(request, sniffed)
  if (request.kind === 'video') return checkFilm(request, sniffed)
  return checkAudio(request)
}

function unsupported(kind: UploadKind): TaskError {
  return new TaskError(
    'unsupported_media',
    `File type must be one of: ${UPLOADS[kind].types.join(', ')}.`,
  )
}

/** Decodes the whole picture and encodes it again, which drops metadata, further frames and trailing payloads. */
async function checkImage(request: UploadRequest, sniffed: string): Promise<Checked> {
  if (!UPLOADS.image.types.includes(sniffed)) throw unsupported('image')
  try {
    const { format, width, height } = await shrinkUpload(request.path, request.outPath)
    return {
      contentType: `image/${format}`,
      extension: format === 'jpeg' ? 'jpg' : format,
      width,
      height,
      durationMs: null,
      frames: null,
      frameHashes: null,
      ...(await previewOf(request.outPath, request.maxPixels)),
    }
  } catch (error) {
    throw invalid(error)
  }
}

async function checkFilm(request: UploadRequest, sniffed: string): Promise<Checked> {
  if (!/^video\/(mp4|webm|quicktime|x-m4v)$/.test(sniffed)) throw unsupported('video')
  const film = await checkVideo(new FilePathSource(request.path), request.maxPixels)
  const { preview, placeholder, dhash } = await previewOf(film.poster, request.maxPixels)
  const container = FILMS[film.type]
  const input = new Input({ source: new FilePathSource(request.path), formats: ALL_FORMATS })
  try {
    await container.write(input, new FilePathTarget(request.outPath))
  } catch (error) {
    throw invalid(error)
  } finally {
    input.dispose()
  }
  return {
    contentType: `video/${film.type}`,
    extension: container.extension,
    width: film.width,
    height: film.height,
    durationMs: film.durationMs,
    preview,
    placeholder,
    dhash,
    frames: film.frames,
    frameHashes: await Promise.all(film.frames.map(hashDifferences)),
  }
}

async function checkAudio(request: UploadRequest): Promise<Checked> {
  const input = new Input({ source: new FilePathSource(request.path), formats: ALL_FORMATS })
  try {
    const mime = (await input.getMimeType()).split(';')[0] ?? ''
    const contentType = mime === 'video/mp4' ? 'audio/mp4' : mime
    const container = RECORDINGS[contentType]
    if (!container) throw unsupported('audio')
    if (await input.getPrimaryVideoTrack()) throw unsupported('audio')
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new TaskError('invalid_media', 'the file has no sound')
    const duration = await input.computeDuration()
    if (!(duration > 0)) throw new TaskError('invalid_media', 'the recording has no duration')
    const sink = new AudioSampleSink(track)
    const first = await track.getFirstTimestamp()
    for (let at = 0; at < CHECKED_SAMPLES; at++) {
      const sample = await sink.getSample(first + ((duration - first) * at) / CHECKED_SAMPLES)
      if (!sample) throw new TaskError('invalid_media', 'a part does not decode')
      sample.close()
    }
    await container.write(input, new FilePathTarget(request.outPath))
    return {
      contentType,
      extension: container.extension,
      width: null,
      height: null,
      durationMs: Math.round(duration * 1000),
      preview: null,
      placeholder: null,
      dhash: null,
      frames: null,
      frameHashes: null,
    }
  } catch (error) {
    throw invalid(error)
  } finally {
    input.dispose()
  }
}

function invalid(error: unknown): TaskError {
  if (error instanceof TaskError) return error
  return new TaskError('invalid_media', error instanceof Error ? error.message : String(error))
}

/** The names and the writer of a file format. */
interface Container {
  extension: string
  write(input: Input, target: Target): Promise<void>
}

// Writes the index last, so that no film is held in memory; files are served by ranges anyway.
const INDEX_LAST = { fastStart: false } as const

const FILMS: Record<CheckedVideo['type'], Container> = {
  mp4: container('mp4', () => new Mp4OutputFormat(INDEX_LAST)),
  webm: container('webm', () => new WebMOutputFormat()),
  quicktime: container('mov', () => new MovOutputFormat(INDEX_LAST)),
}

const RECORDINGS: Partial<Record<string, Container>> = {
  'audio/mpeg': container('mp3', () => new Mp3OutputFormat()),
  'audio/wav': container('wav', () => new WavOutputFormat()),
  'audio/ogg': container('ogg', () => new OggOutputFormat()),
  'audio/mp4': container('m4a', () => new Mp4OutputFormat(INDEX_LAST)),
}

function container(extension: string, format: () => OutputFormat): Container {
  return {
    extension,
    write: (input, target) => copyTracks(input, new Output({ format: format(), target })),
  }
}
