import { tooLargeError } from '../../../platform/http-client/download-error.ts'
import { downloadMedia } from '../../../platform/http-client/download-media.ts'
import type { Redirection } from './vendor-options.ts'

/** The outcome of the last request, since an SDK may reduce a failure to a plain message. */
export interface Seen {
  status?: number
  headers?: Headers
  failure?: unknown
}

export interface FetchRules {
  fetch?: typeof globalThis.fetch
  /** The API's address in the SDK, and the address to call instead. */
  api: readonly Redirection[]
  maxAnswerBytes: number
  maxFileBytes: number
  /** Origins of files, and the origins to fetch instead. */
  files?: readonly Redirection[]
  /** Inspects or replaces an answer of the API before the SDK reads it. */
  onAnswer?: (answer: Response, method: string) => Promise<Response> | Response
}

/**
 * A fetch for one vendor call: limits the size of API answers, and downloads foreign files under the SSRF
 * guard.
 */
export function observeFetch(rules: FetchRules): { fetch: typeof globalThis.fetch; seen: Seen } {
  const seen: Seen = {}
  const send = rules.fetch ?? globalThis.fetch

  const observed = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input)
    const api = findRedirection(rules.api, address)
    if (!api) return downloadFile(address, rules, init?.signal)
    delete seen.status
    delete seen.failure
    try {
      const answer = await send(redirect(address, api), init)
      seen.status = answer.status
      seen.headers = answer.headers
      const bounded = boundBody(answer, rules.maxAnswerBytes)
      return (await rules.onAnswer?.(bounded, init?.method ?? 'GET')) ?? bounded
    } catch (error) {
      seen.failure = error
      throw error
    }
  }
  return { fetch: observed, seen }
}

export function findRedirection(
  table: readonly Redirection[],
  address: string,
): Redirection | undefined {
  const origin = URL.parse(address)?.origin
  return table.find(({ from }) => new URL(from).origin === origin)
}

export function redirect(address: string, redirection: Redirection | undefined): string {
  const from = redirection?.from.replace(/(?<!\/)\/+$/, '')
  if (!redirection || !from || !address.startsWith(from)) return address
  return redirection.to.replace(/(?<!\/)\/+$/, '') + address.slice(from.length)
}

async function downloadFile(
  address: string,
  rules: FetchRules,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const mirror = findRedirection(rules.files ?? [], address)
  const { bytes, contentType } = await downloadMedia(redirect(address, mirror), {
    maxBytes: rules.maxFileBytes,
    allowedOrigins: mirror ? [mirror.to] : [],
    ...(signal ? { signal } : {}),
  })
  const headers = { 'content-type': contentType ?? 'application/octet-stream' }
  return new Response(new Uint8Array(bytes), { headers })
}

function boundBody(answer: Response, maxBytes: number): Response {
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    answer.body?.cancel().catch(() => {})
    throw tooLargeError(maxBytes)
  }
  if (!answer.body) return answer
  let size = 0
  const bounded = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > maxBytes) controller.error(tooLargeError(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = answer
  return new Response(bounded, { status, statusText, headers })
}
