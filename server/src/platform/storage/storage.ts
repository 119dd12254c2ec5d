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

/** A store that is away for longer than these 15 seconds fails the work that needs it. */
export const RETRY_AFTER_MS: readonly number[] = [1_000, 4_000, 10_000]

/** Where files are kept. The server makes each key; no key contains a visitor's text. */
export interface Storage {
  /** The pause before each further try of a call whose work was paid for. */
  retryAfterMs: readonly number[]
  /** A key shows its file complete or not at all, also after a failure on the way. */
  put(key: string, body: Buffer | Readable, meta: { contentType: string }): Promise<void>
  /** Undefined where the file is missing. */
  stat(key: string): Promise<StoredObject | undefined>
  /** Throws MissingFile where the file is missing, as `read` does. */
  open(key: string, range?: ByteRange): Promise<Readable>
  read(key: string): Promise<Buffer>
  /** Succeeds also for a missing file. */
  delete(key: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes half-written files of dead processes; answers how many. */
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

/** An error of the store, not the caller. `passing`: a retry may soon succeed. */
export function storeUnavailable(cause: unknown, passing = true): AppError {
  return new AppError(
    'unavailable',
    'The file store does not answer at the moment. Please try again in a minute.',
    { cause, ...(passing ? { retryAfterSeconds: 30 } : {}) },
  )
}
