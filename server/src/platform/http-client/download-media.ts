import type { IncomingMessage } from 'node:http'
import {
  DownloadError,
  isFamily,
  type MediaFamily,
  sniffMedia,
  statusError,
  tooLargeError,
  wrongMediaError,
} from './download-error.ts'
import { openGuarded, type ResolveAll } from './open-guarded.ts'
import { parseRetryAfter } from './parse-retry-after.ts'

export interface DownloadOptions {
  maxBytes: number
  /** The media family that the first bytes must show; decoding is checked later. */
  family?: MediaFamily
  /** Headers for the address's own origin only, never sent after a redirect to another origin. */
  headers?: Record<string, string>
  /** Origins that the operator configured: exempt from the https and private-network rules. */
  allowedOrigins?: readonly string[]
  totalTimeoutMs?: number
  idleTimeoutMs?: number
  maxRedirects?: number
  signal?: AbortSignal
  resolve?: ResolveAll
}

export interface DownloadedMedia {
  bytes: Buffer
  contentType: string | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Fetches a provider's file under limits of size, time and network; throws DownloadError, or the abort reason. */
export async function downloadMedia(
  address: string,
  options: DownloadOptions,
): Promise<DownloadedMedia> {
  // The total limit stops a slow trickle, since every byte resets the idle limit.
  const total = AbortSignal.timeout(options.totalTimeoutMs ?? 180_000)
  const idle = new AbortController()
  const signals = [total, idle.signal, ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(signals)
  const idleTimer = setTimeout(() => idle.abort(), options.idleTimeoutMs ?? 20_000)
  try {
    const bytes = address.startsWith('data:')
      ? await readDataAddress(address, options.maxBytes)
      : await readBody(await follow(parse(address), options, signal), options.maxBytes, idleTimer)
    const contentType = await sniffMedia(bytes)
    if (options.family && !isFamily(contentType, options.family)) {
      throw wrongMediaError(options.family, contentType)
    }
    return { bytes, contentType }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof DownloadError) throw error
    if (signal.aborted) {
      const why = total.aborted ? 'the file was not complete in time' : 'no more of the file came'
      throw new DownloadError('too_slow', why, { retryable: true })
    }
    throw new DownloadError('network', 'the file could not be fetched', {
      retryable: true,
      cause: error,
    })
  } finally {
    clearTimeout(idleTimer)
    // Destroys the socket of an answer that was refused half-way.
    idle.abort()
  }
}

function parse(address: string): URL {
  const url = URL.parse(address)
  if (url) return url
  throw new DownloadError('address_refused', 'refused address: not a URL', { retryable: false })
}

async function follow(
  first: URL,
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { allowedOrigins = [], maxRedirects = 3 } = options
  let url = first
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const own = url.origin === first.origin ? options.headers : undefined
    const headers = { accept: '*/*', 'accept-encoding': 'identity', ...own }
    const resolve = options.resolve ? { resolve: options.resolve } : {}
    const answer = await openGuarded({ url, headers, allowedOrigins, signal, ...resolve })
    const status = answer.statusCode ?? 0
    if (!REDIRECTS.has(status)) {
      if (status === 200) return answer
      answer.destroy()
      throw statusError(status, parseRetryAfter(answer.headers['retry-after'], new Date()))
    }
    answer.destroy()
    const next = URL.parse(answer.headers.location ?? '', url.href)
    if (!next) break
    url = next
  }
  throw new DownloadError('redirect_refused', 'redirected too often or to nowhere', {
    retryable: false,
  })
}

async function readBody(
  answer: IncomingMessage,
  maxBytes: number,
  idleTimer: NodeJS.Timeout,
): Promise<Buffer> {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    // A small compressed body can decompress to any size, and media needs no compression.
    throw new DownloadError('encoded', `unasked content-encoding ${encoding}`, { retryable: false })
  }
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLargeError(maxBytes)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    idleTimer.refresh()
    size += chunk.length
    if (size > maxBytes) throw tooLargeError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readDataAddress(address: string, maxBytes: number): Promise<Buffer> {
  // Base64 needs four characters for three bytes, so a longer text cannot fit.
  if (address.length > maxBytes * 3 + 256) throw tooLargeError(maxBytes)
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
  if (bytes.length > maxBytes) throw tooLargeError(maxBytes)
  return bytes
}
