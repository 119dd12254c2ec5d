import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DownloadError } from './download-error.ts'
import { isPublicAddress } from './is-public-address.ts'

export type ResolveAll = (
  hostname: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveAll: ResolveAll = (hostname, done) => {
  dnsLookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []))
}

interface GuardedRequest {
  url: URL
  headers: Record<string, string>
  /** Origins that the operator configured; plain http and private networks are allowed for them. */
  allowedOrigins: readonly string[]
  signal: AbortSignal
  resolve?: ResolveAll
}

const refuse = (why: string) =>
  new DownloadError('address_refused', `refused address: ${why}`, { retryable: false })

function isAllowedOrigin(url: URL, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some((origin) => new URL(origin).origin === url.origin)
}

/** One GET whose socket connects to exactly the checked address, so that DNS cannot change in between. */
export function openGuarded(request: GuardedRequest): Promise<IncomingMessage> {
  const { url, headers, signal } = request
  const trusted = isAllowedOrigin(url, request.allowedOrigins)
  if (url.protocol !== 'https:' && !(trusted && url.protocol === 'http:')) {
    return Promise.reject(refuse(`only https, not ${url.protocol}`))
  }
  if (url.username || url.password) return Promise.reject(refuse('it carries credentials'))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!trusted && isIP(host) && !isPublicAddress(host)) {
    return Promise.reject(refuse('not on the public internet'))
  }
  return new Promise((done, fail) => {
    const open = url.protocol === 'https:' ? https.request : http.request
    // A new socket: a pooled socket might have been opened under other rules.
    const options = { headers, signal, agent: false as const }
    const outgoing = trusted
      ? open(url, options)
      : open(url, { ...options, lookup: publicLookup(request.resolve ?? resolveAll) })
    outgoing.once('response', (answer) => {
      // A late abort must not become an uncaught error after the reader has gone.
      answer.on('error', () => {})
      done(answer)
    })
    outgoing.on('error', fail)
    outgoing.end()
  })
}

function publicLookup(resolve: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return callback(error ?? new Error('no address'), '', 0)
      // One private answer among public ones is an attack or a mistake; either way the request is refused.
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refuse('its name resolves to a private network'), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
