import type { UploadAnswer } from '@vignette/contract/media.ts'
import { UPLOAD_TIMEOUT_MS } from '@vignette/contract/upload-limits.ts'
import { track } from '../../../lib/analytics.ts'
import { buildHeaders, buildUrl, isTokenNewer } from '../../../lib/client.ts'
import { CANCELLED, UploadError, type UploadRequest } from './upload-file.ts'

/** One attempt. XMLHttpRequest, because fetch reports no upload progress. */
export function sendFile(request: UploadRequest): Promise<UploadAnswer> {
  const { kind, file, signal } = request
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const stop = () => call.abort()
    const fail = (message: string, retryable: boolean, status?: number) => {
      if (message !== CANCELLED) {
        track('api_request_failed', {
          endpoint: `POST /upload/${kind}`,
          method: 'POST',
          ...(status ? { status } : { message }),
          ...(message === 'Upload timed out' ? { timeout_seconds: UPLOAD_TIMEOUT_MS / 1000 } : {}),
        })
      }
      reject(new UploadError(message, retryable, status))
    }
    call.open('POST', buildUrl('uploadFile', { kind }))
    call.withCredentials = true
    call.timeout = UPLOAD_TIMEOUT_MS
    const headers = buildHeaders('POST')
    for (const [name, value] of Object.entries(headers)) {
      call.setRequestHeader(name, value)
    }
    call.setRequestHeader('idempotency-key', request.idempotencyKey)
    call.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onProgress((event.loaded / event.total) * 100)
    }
    call.onload = () => {
      const answer = readAnswer(call.responseText)
      if (call.status < 200 || call.status > 299) {
        const reason = typeof answer?.error === 'string' ? ` - ${answer.error}` : ''
        const text = `Upload failed with status: ${call.status}${reason}`
        const isLate = answer?.['code'] === 'csrf_failed' && isTokenNewer(headers)
        fail(text, isLate || isRetryable(call.status), call.status)
      } else if (typeof answer?.url === 'string' && typeof answer.id === 'string') {
        resolve(answer as unknown as UploadAnswer)
      } else fail('Invalid response format', false)
    }
    call.onerror = () => fail('Network error during upload', true)
    call.ontimeout = () => fail('Upload timed out', true)
    call.onabort = () => fail(CANCELLED, false)
    call.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    const form = new FormData()
    form.append('file', file, file.name)
    call.send(form)
  })
}

function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 409 || status === 429
}

function readAnswer(text: string): Record<string, unknown> | null {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null
      ? (answer as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
