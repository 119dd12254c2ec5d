import { fileTypeFromBuffer } from 'file-type'

type DownloadFault =
  | 'address_refused'
  | 'redirect_refused'
  | 'status'
  | 'too_large'
  | 'too_slow'
  | 'encoded'
  | 'wrong_media'
  | 'network'

const RETRYABLE_STATUSES = new Set([408, 409, 429])

/** Why a file could not be fetched; the message names no address, since addresses may contain keys. */
export class DownloadError extends Error {
  readonly fault: DownloadFault
  readonly retryable: boolean
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    fault: DownloadFault,
    message: string,
    options: { retryable: boolean; status?: number; retryAfterMs?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'DownloadError'
    this.fault = fault
    this.retryable = options.retryable
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}

export function statusError(status: number, retryAfterMs: number | undefined): DownloadError {
  return new DownloadError('status', `the file's server answered ${status}`, {
    retryable: RETRYABLE_STATUSES.has(status) || status >= 500,
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

export function wrongMediaError(expected: MediaFamily, found: string | undefined): DownloadError {
  return new DownloadError('wrong_media', `expected ${expected}, found ${found ?? 'no media'}`, {
    retryable: false,
  })
}

export function tooLargeError(maxBytes: number): DownloadError {
  return new DownloadError('too_large', `over ${maxBytes} bytes`, { retryable: false })
}

export type MediaFamily = 'image' | 'video'

/** The content type that the bytes themselves show, not the sender's claim. */
export async function sniffMedia(bytes: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(bytes))?.mime
}

export function isFamily(contentType: string | undefined, family: MediaFamily): boolean {
  return contentType?.startsWith(`${family}/`) ?? false
}
