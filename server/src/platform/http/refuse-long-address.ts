import type { RequestListener, ServerResponse } from 'node:http'
import { API_BASE } from '@vignette/contract/web-paths.ts'
import { createRequestId } from './create-request-id.ts'
import { observeAnswer } from './metrics.ts'

/** The longest address of our pages, calls, media and signed links, a search in any script with a cursor included. */
const MOST = 2_560
/** The identity provider writes the return address of a sign-in, and some addresses are longer. */
const RETURN = `${API_BASE}/auth/google/callback?`
const MOST_RETURNED = 8_192

/** Refuses an address before any part is parsed, since later steps take longer with its length. */
export function refuseLongAddress(handler: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '', method = '' } = request
    if (url.length <= (url.startsWith(RETURN) ? MOST_RETURNED : MOST)) {
      return handler(request, response)
    }
    observeAnswer({ method, route: 'unknown', status: '414' }, 0)
    refuse(response)
  }
}

function refuse(response: ServerResponse): void {
  const body = JSON.stringify({
    error: `The address is too long: at most ${MOST.toLocaleString('en')} characters.`,
    code: 'bad_request',
    request_id: createRequestId(),
  })
  response.writeHead(414, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    connection: 'close',
  })
  response.end(body)
}
