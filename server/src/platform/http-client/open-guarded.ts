import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DownloadError } from './download-error.ts'
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts'

export type ResolveAll = (
  hostname: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveAll: ResolveAll = (hostname, done) => {
  dnsLookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []))
}

/** Which addresses a request may reach; by default https ones of the public internet alone. */
interface Reach {
  /** Origins that the operator configured; plain http and private networks are allowed for them. */
  allowedOrigins?: readonly string[]
  /** For a server that this machine alone reaches: plain http, and this machine itself, are allowed. */
  ownMachine?: boolean
}

interface GuardedRequest extends Reach {
  url: URL
  /** A request with a body is a POST. */
  body?: string | Uint8Array
  headers: Record<string, string>
  signal: AbortSignal
  resolve?: ResolveAll
}

const refuse = (why: string) =>
  new DownloadError('address_refused', `refused address: ${why}`, { retryable: false })

function isAllowedOrigin(url: URL, { allowedOrigins = [] }: Reach): boolean {
  return allowedOrigins.some((origin) => new URL(origin).origin === url.origin)
}

const mayReach = (address: string, { ownMachine = false }: Reach) =>
  isPublicAddress(address) || (ownMachine && isLoopbackAddress(address))

/** Why no request goes there, as far as the address itself tells; where its name leads is asked when connecting. */
export function findAddressFault(url: URL, reach: Reach): string | undefined {
  const trusted = isAllowedOrigin(url, reach)
  const plain = (trusted || reach.ownMachine) && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !plain) return `only https, not ${url.protocol}`
  if (url.username || url.password) return 'it carries credentials'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!trusted && isIP(host) && !mayReach(host, reach)) return 'not on the public internet'
  return undefined
}

/**
 * One GET or POST whose socket connects to exactly the checked address, so that DNS cannot change in
 * between. A redirect is an answer like any other.
 */
export function openGuarded(request: GuardedRequest): Promise<IncomingMessage> {
  const { url, headers, signal, body } = request
  const fault = findAddressFault(url, request)
  if (fault) return Promise.reject(refuse(fault))
  return new Promise((done, fail) => {
    const open = url.protocol === 'https:' ? https.request : http.request
    // A new socket: a pooled socket might have been opened under other rules.
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      signal,
      agent: false as const,
    }
    const outgoing = isAllowedOrigin(url, request)
      ? open(url, options)
      : open(url, { ...options, lookup: guardedLookup(request) })
    outgoing.once('response', (answer) => {
      // A late abort must not become an uncaught error after the reader has gone.
      answer.on('error', () => {})
      done(answer)
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

/** Resolves a name for a socket, and lets none connect to an address that the request may not reach. */
export function guardedLookup({
  resolve = resolveAll,
  ...reach
}: Reach & { resolve?: ResolveAll | undefined }): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      if (error || !first) return callback(error ?? new Error('no address'), '', 0)
      // One private answer among public ones is an attack or a mistake; either way the request is refused.
      if (!addresses.every(({ address }) => mayReach(address, reach))) {
        return callback(refuse('its name resolves to a private network'), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
