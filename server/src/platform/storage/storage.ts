import type { Readable } from 'node:stream'
import { AppError } from '../http/app-error.ts'

export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

/** Where files lie; keys are ours, never a visitor's text. */
export interface Storage {
  /** A key shows its file whole or not at all, whatever breaks on the way. */
  put(key: string, body: Buffer | Readable, meta: { contentType: string }): Promise<void>
  /** Undefined where there is none. */
  stat(key: string): Promise<StoredObject | undefined>
  /** Throws MissingFile where there is none, as does `read`. */
  open(key: string, range?: ByteRange): Promise<Readable>
  read(key: string): Promise<Buffer>
  /** Also of a file that is not there. */
  delete(key: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes what puts left half-written when their process died; says how many. */
  removeUnfinished(before: Date): Promise<number>
  isReady(): Promise<boolean>
  close(): Promise<void>
}

export class MissingFile extends Error {
  override name = 'MissingFile'

  constructor(key: string, cause?: unknown) {
    super(`the store has no file ${key}`, { cause })
  }
}

/** The store fails, not the caller. `passing`: another try in a moment may well succeed. */
export function storeUnavailable(cause: unknown, passing = true): AppError {
  return new AppError(
    'unavailable',
    'The file store does not answer at the moment. Please try again in a minute.',
    { cause, ...(passing ? { retryAfterSeconds: 30 } : {}) },
  )
}
