import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { html } from '@vignette/contract/html.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { createRequestId, observeAnswer } from './observe.ts'

/** The longest address of our pages, calls, media and signed links, a search in any script with a cursor included. */
const MOST = 2_560
const TOO_LONG = `The address is too long: at most ${MOST.toLocaleString('en')} characters.`
/** The identity provider writes the return address of a sign-in, and some addresses are longer. */
const RETURN = `${API_BASE}/auth/google/callback?`
const MOST_RETURNED = 8_192

/**
 * Refuses an address before any part is parsed: a long one, since later steps take longer with its
 * length, and one with two hosts, of which a proxy and this server might believe different ones.
 */
export function refuseAddress(
  handler: RequestListener,
  shop: (host: string) => string,
): RequestListener {
  return (request, response) => {
    const { url = '', method = '' } = request
    const isLong = url.length > (url.startsWith(RETURN) ? MOST_RETURNED : MOST)
    if (!isLong && !namesTwoHosts(request)) return handler(request, response)
    const status = isLong ? 414 : 400
    observeAnswer({ method, route: 'unknown', status: String(status) }, 0)
    const error = isLong ? TOO_LONG : 'The request has two Host headers.'
    refuse(request, response, { status, error, shop: shop(request.headers.host ?? '') })
  }
}

function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** A browser gets a plain page, a program JSON. */
function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { status, error, shop }: { status: number; error: string; shop: string },
): void {
  const isPage = headers.accept?.includes('text/html')
  const body = isPage
    ? html`<!doctype html><html lang="en"><title>${shop}</title><p>${error}</html>`.toString()
    : JSON.stringify({ error, code: 'bad_request', request_id: createRequestId() })
  response.writeHead(status, {
    'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    connection: 'close',
  })
  response.end(body)
}
