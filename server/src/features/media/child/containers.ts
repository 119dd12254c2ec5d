import {
  type Input,
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
import { copyTracks } from './copy-tracks.ts'
import type { CheckedVideo } from './videos.ts'

/** The names and the writer of a file format. */
interface Container {
  extension: string
  write(input: Input, target: Target): Promise<void>
}

// Writes the index last, so that no film is held in memory; files are served by ranges anyway.
const INDEX_LAST = { fastStart: false } as const

export const FILMS: Record<CheckedVideo['type'], Container> = {
  mp4: container('mp4', () => new Mp4OutputFormat(INDEX_LAST)),
  webm: container('webm', () => new WebMOutputFormat()),
  quicktime: container('mov', () => new MovOutputFormat(INDEX_LAST)),
}

export const RECORDINGS: Partial<Record<string, Container>> = {
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
