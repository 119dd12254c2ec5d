import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { DownloadError } from '../../../platform/http-client/download-error.ts'
import { openGuarded, type ResolveAll } from '../../../platform/http-client/open-guarded.ts'
import { parseRetryAfter } from '../../../platform/http-client/parse-retry-after.ts'
import { describeStatus, describeTimeout, describeUnreachable } from '../describe-status.ts'
import { ProviderError } from '../spec.ts'
import type { ComfyServer } from './servers.ts'

interface ComfyRequest {
  method: 'GET' | 'POST'
  path: string
  body?: FormData | Record<string, unknown>
  signal?: AbortSignal
  timeoutMs?: number
  /** Words an answer of status 400; undefined where only the status says something. */
  onRefused?: (text: string) => ProviderError | undefined
}

export interface ComfyLine {
  server: ComfyServer
  /** How long one call may take. */
  callTimeoutMs?: number | undefined
  resolve?: ResolveAll | undefined
}

const CALL_TIMEOUT_MS = 30_000
/** A queue is answered with all of its graphs. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Of a creator's server, which no buyer waits for longer, and which may answer anything. */
export const OWN_LIMITS = { callTimeoutMs: 10_000, answerBytes: 4 * 1024 * 1024 }

/** One call of a server, with its JSON checked against a schema; an abort rejects with the signal's reason. */
export async function requestComfy<T>(
  line: ComfyLine,
  request: ComfyRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const own = line.server.ownId !== undefined
  const usual = own ? OWN_LIMITS.callTimeoutMs : CALL_TIMEOUT_MS
  const timeout = AbortSignal.timeout(request.timeoutMs ?? line.callTimeoutMs ?? usual)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  try {
    const answer = await send(line, request, signal)
    const status = answer.statusCode ?? 0
    const text = await readText(answer, own ? OWN_LIMITS.answerBytes : MAX_ANSWER_BYTES)
    if (status >= 300 && status < 400) throw garbled(`a redirect, status ${status}`)
    if (status >= 400) {
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], new Date())
      const refused = status === 400 ? request.onRefused?.(text) : undefined
      throw refused ?? describeStatus(status, { retryAfterMs })
    }
    return readShape(text, shape)
  } catch (error) {
    request.signal?.throwIfAborted()
    if (timeout.aborted) throw describeTimeout()
    if (error instanceof DownloadError) throw describeRefusedAddress(error)
    throw error instanceof ProviderError ? error : describeUnreachable(error)
  }
}

/** A redirect is an answer like any other, and not followed. */
async function send(
  { server, resolve }: ComfyLine,
  { path, body }: ComfyRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const encoded = body === undefined ? undefined : await encode(body)
  return openGuarded({
    url: new URL(addressOf(server, path)),
    headers: { 'accept-encoding': 'identity', ...server.headers, ...encoded?.headers },
    allowedOrigins: server.allowedOrigins,
    signal,
    ...(encoded && { body: encoded.bytes }),
    ...(resolve && { resolve }),
  })
}

async function encode(body: FormData | Record<string, unknown>) {
  if (!(body instanceof FormData)) {
    return { headers: { 'content-type': 'application/json' }, bytes: JSON.stringify(body) }
  }
  const form = new Response(body)
  const headers = { 'content-type': form.headers.get('content-type') ?? '' }
  return { headers, bytes: Buffer.from(await form.arrayBuffer()) }
}

export function addressOf(server: ComfyServer, path: string): string {
  return server.url.replace(/(?<!\/)\/+$/, '') + path
}

async function readText(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw garbled('over the size limit')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readShape<T>(text: string, shape: z.ZodType<T>): T {
  // POST /queue and /interrupt answer with an empty body.
  let body: unknown = {}
  try {
    if (text) body = JSON.parse(text)
  } catch {
    throw garbled('not JSON')
  }
  const read = shape.safeParse(body)
  if (!read.success) throw garbled(z.prettifyError(read.error).slice(0, 1000))
  return read.data
}

function garbled(why: string): ProviderError {
  return new ProviderError(
    'provider_garbled',
    'The generator returned an answer we could not read.',
    { retryable: false, cause: new Error(why) },
  )
}

function describeRefusedAddress(cause: DownloadError): ProviderError {
  return new ProviderError('provider_unreachable', 'The generator could not be reached.', {
    retryable: false,
    told: `The server's address may not be called: ${cause.message}.`,
    cause,
  })
}
