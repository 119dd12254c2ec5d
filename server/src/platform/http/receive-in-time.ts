import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { API_BASE } from '@vignette/contract/web-paths.ts'
import { refuseBrokenRequest } from './errors.ts'

interface Patience {
  /** The time for the whole request to arrive; the answer may take longer. */
  ms: number
  /** The time in which the rest of a body is read and dropped after the answer was sent. */
  surplusBytes: number
}

const UPLOAD: Patience = { ms: 330_000, surplusBytes: 128 * MEGABYTE }
const ORDINARY: Patience = { ms: 15_000, surplusBytes: MEGABYTE }
const UPLOADS = `${API_BASE}/upload`

/** Node's own limits are the same for all routes: they limit the headers and the longest upload. */
export const RECEIVING: ServerOptions = {
  headersTimeout: ORDINARY.ms,
  requestTimeout: UPLOAD.ms,
  connectionsCheckingInterval: 5_000,
}

/** Closes the connection of a body that arrives too late, or that continues long after its answer. */
export function receiveInTime(
  handler: RequestListener,
  { upload, ordinary } = { upload: UPLOAD, ordinary: ORDINARY },
): RequestListener {
  return (request, response) => {
    if (hasBody(request)) {
      const { ms, surplusBytes } = request.url?.startsWith(UPLOADS) ? upload : ordinary
      const late = setTimeout(() => {
        if (response.headersSent) request.socket.destroy()
        else refuseBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
      }, ms)
      for (const end of ['end', 'close']) request.once(end, () => clearTimeout(late))
      response.once('finish', () => endAfter(request, surplusBytes))
    }
    handler(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function endAfter(request: IncomingMessage, bytes: number): void {
  if (request.complete || request.destroyed) return
  let left = bytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.socket.destroy()
  })
}
