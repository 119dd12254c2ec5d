import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import { API_BASE } from '@vignette/contract/paths.ts'
import { refuseBrokenRequest } from './errors.ts'

/** The time for a whole request to arrive; the answer may take longer. */
const MS = { upload: 330_000, ordinary: 15_000 }
const UPLOADS = `${API_BASE}/upload`

/** What is left of a body after its answer is read and dropped up to here, so that its connection stays open. */
const LEFT_BYTES = 16 * 1024
/** How long a client may read its answer from a connection on which it is no longer heard. */
const LINGER_MS = 1_000

/** Node's own limits are the same for all routes: they limit the headers and the longest upload. */
export const RECEIVING: ServerOptions = {
  headersTimeout: MS.ordinary,
  requestTimeout: MS.upload,
  connectionsCheckingInterval: 5_000,
}

/** Closes the connection of a body that arrives too late, or that was refused before it came. */
export function receiveInTime(handler: RequestListener, ms = MS): RequestListener {
  return (request, response) => {
    if (hasBody(request)) {
      const late = setTimeout(
        () => {
          if (response.headersSent) request.socket.destroy()
          else refuseBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
        },
        request.url?.startsWith(UPLOADS) ? ms.upload : ms.ordinary,
      )
      for (const end of ['end', 'close']) request.once(end, () => clearTimeout(late))
      leaveUnread(request, response)
    }
    handler(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/**
 * A long body that its answer did not wait for is not read: the answer says that the connection
 * closes, and the client has a moment to read it, since a close beside unread bytes is a reset.
 */
function leaveUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...given: unknown[]) => {
    // The end of a form that was taken may still be on its way.
    const isRefused = status >= 400 || request.method === 'GET'
    if (isRefused && leavesBodyUnread(request)) {
      response.setHeader('connection', 'close')
      // What Node calls once the last answer of a connection is written.
      socket.destroySoon = () => {
        socket.end()
        socket.pause()
        setTimeout(() => socket.destroy(), LINGER_MS).unref()
      }
    }
    return writeHead(status, ...given)
  }
  response.once('finish', () => {
    if (request.complete || request.destroyed) return
    let left = LEFT_BYTES
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
  })
}

/** Whether a refusal now would leave a long body unread, and so end the connection. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  return hasBody(request) && !request.complete && isLong(request)
}

function isLong({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined || Number(length) > LEFT_BYTES
}
