import type { UploadAnswer } from '@vignette/contract/media.ts'
import {
  UPLOAD_ATTEMPTS,
  UPLOAD_RETRY_DELAY_MS,
  type UploadKind,
} from '@vignette/contract/upload-limits.ts'

/** A failure that a retry may solve. */
export class UploadError extends Error {
  override name = 'UploadError'
  readonly retryable: boolean
  readonly status: number | undefined

  constructor(message: string, retryable: boolean, status?: number) {
    super(message)
    this.retryable = retryable
    this.status = status
  }
}

export const CANCELLED = 'Upload cancelled'

export interface UploadRequest {
  kind: UploadKind
  file: File
  idempotencyKey: string
  signal: AbortSignal
  onProgress: (percent: number) => void
}

export type SendFile = (request: UploadRequest) => Promise<UploadAnswer>
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * Up to three attempts with growing backoff; all use the same key, so the server stores one file.
 */
export async function uploadFile(
  request: UploadRequest,
  send: SendFile,
  wait: Wait,
): Promise<UploadAnswer> {
  for (let attempt = 1; ; attempt++) {
    if (request.signal.aborted) throw new UploadError(CANCELLED, false)
    try {
      return await send(request)
    } catch (error) {
      if (request.signal.aborted) throw new UploadError(CANCELLED, false)
      const failure = error instanceof UploadError ? error : new UploadError('Upload failed', true)
      if (!failure.retryable || attempt >= UPLOAD_ATTEMPTS) throw failure
      request.onProgress(0)
      await wait(UPLOAD_RETRY_DELAY_MS * attempt, request.signal)
    }
  }
}

export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
