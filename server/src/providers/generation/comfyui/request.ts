import { z } from 'zod'
import { parseRetryAfter } from '../../../platform/http-client/parse-retry-after.ts'
import { describeStatus, describeTimeout, describeUnreachable } from '../describe-status.ts'
import { ProviderError } from '../spec.ts'

interface ComfyRequest {
  method: 'GET' | 'POST'
  path: string
  body?: FormData | Record<string, unknown>
  signal?: AbortSignal
  /** Words an answer of status 400; undefined where only the status says something. */
  onRefused?: (text: string) => ProviderError | undefined
}

/** One call of the server, with its JSON checked against a schema; an abort rejects with the signal's reason. */
export async function requestComfy<T>(
  options: ComfyUiOptions,
  request: ComfyRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(options.callTimeoutMs ?? COMFY_DEFAULTS.callTimeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  try {
    const answer = await send(options, request, signal)
    const text = await readText(answer)
    if (!answer.ok) {
      const retryAfterMs = parseRetryAfter(answer.headers.get('retry-after'), new Date())
      const refused = answer.status === 400 ? request.onRefused?.(text) : undefined
      throw refused ?? describeStatus(answer.status, { retryAfterMs })
    }
    return readShape(text, shape)
  } catch (error) {
    request.signal?.throwIfAborted()
    if (timeout.aborted) throw describeTimeout()
    throw error instanceof ProviderError ? error : describeUnreachable(error)
  }
}

function send(
  options: ComfyUiOptions,
  { method, path, body }: ComfyRequest,
  signal: AbortSignal,
): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData)
  return (options.fetch ?? globalThis.fetch)(address(options, path), {
    method,
    signal,
    redirect: 'error',
    headers: { ...options.headers, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
  })
}

export function address(options: ComfyUiOptions, path: string): string {
  if (options.baseUrl) return options.baseUrl.replace(/(?<!\/)\/+$/, '') + path
  throw new ProviderError(
    'provider_unavailable',
    'The generator this recipe uses is not set up on this site.',
    { retryable: false },
  )
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > COMFY_DEFAULTS.maxAnswerBytes) throw garbled('over the size limit')
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
  if (!read.success) throw garbled(z.prettifyError(read.error))
  return read.data
}

function garbled(why: string): ProviderError {
  return new ProviderError(
    'provider_garbled',
    'The generator returned an answer we could not read.',
    { retryable: false, cause: new Error(why) },
  )
}

export interface ComfyUiOptions {
  /** The operator's ComfyUI server, such as http://127.0.0.1:8188; a private address is allowed. */
  baseUrl?: string
  /** Sent with every request, for a server behind an authenticating proxy. */
  headers?: Record<string, string>
  fetch?: typeof globalThis.fetch
  /** The operator's cost of one finished step; 0 on the operator's own machine. */
  centsPerStep?: number
  callTimeoutMs?: number
  checkAfterMs?: number
  /** Opens the socket for progress; polling alone suffices. */
  socket?: boolean
}

export const COMFY_DEFAULTS = {
  callTimeoutMs: 30_000,
  checkAfterMs: 2_000,
  maxAnswerBytes: 16 * 1024 * 1024,
} as const
