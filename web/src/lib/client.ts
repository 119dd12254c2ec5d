import type { ErrorBody } from '@vignette/contract/errors.ts'
import { API_TIMEOUT_MS, CREATION_TIMEOUT_MS } from '@vignette/contract/limits.ts'
import { API_BASE, paths, type RouteName, VISITOR_HEADER } from '@vignette/contract/paths.ts'
import type { Routes } from '@vignette/contract/routes.ts'
import { type Properties, track } from './analytics.ts'
import { getAnonymousId } from './anonymous-id.ts'
import { ApiError, TimeoutError } from './api-error.ts'
import { readCookie } from './browser.ts'
import { completeAnswer } from './complete-answer.ts'
import { readItem } from './storage.ts'

type Output<T> = T extends { _zod: { output: infer O } } ? O : never
type Input<T> = T extends { _zod: { input: infer I } } ? I : never
type Schema<N extends RouteName, K extends string> =
  Routes[N] extends Record<K, infer S> ? S : never

export type Answer<N extends RouteName> = Output<Schema<N, 'answer'>>
/** The server coerces these values from text, so the contract has no type for them. */
type Written<T> = { [K in keyof T]: unknown extends T[K] ? string | number | undefined : T[K] }
export type Query<N extends RouteName> = Written<Input<Schema<N, 'query'>>>
export type Body<N extends RouteName> = Input<Schema<N, 'body'>>
export type Params<N extends RouteName> = Record<keyof Input<Schema<N, 'params'>>, string>

type Part<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }
type OptionalPart<K extends string, T> = [T] extends [never]
  ? unknown
  : { [P in K]?: T | undefined }

export type CallOptions<N extends RouteName> = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
} & Part<'params', [Schema<N, 'params'>] extends [never] ? never : Params<N>> &
  OptionalPart<'query', Query<N>> &
  Part<'body', Body<N>> &
  // A file that is the whole body, with its type.
  Part<'file', Routes[N] extends { fileTypes: unknown } ? Blob : never>

interface Loose {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  file?: Blob
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
}

/** The URL of a call, also for links, downloads and event streams. */
export function buildUrl(
  name: RouteName,
  params: Record<string, string> = {},
  query: Loose['query'] = {},
): string {
  return fillPath(paths[name][1], params, query)
}

function fillPath(
  pattern: string,
  params: Record<string, string> = {},
  query: Loose['query'] = {},
): string {
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  const text = search.toString()
  return `${API_BASE}${path}${text ? `?${text}` : ''}`
}

/** The caller's headers, and the CSRF token; a first write names its visitor instead. */
export function buildHeaders(method: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = readItem('access_token')
  if (token) headers.authorization = `Bearer ${token}`
  if (method === 'GET') return headers
  const csrf = readCookie('csrf_token')
  if (csrf) headers['x-csrf-token'] = csrf
  else headers[VISITOR_HEADER] = getAnonymousId()
  return headers
}

/** Whether the browser has received a new token since these headers were written. */
export function isTokenNewer(sent: Record<string, string>): boolean {
  return readCookie('csrf_token') !== sent['x-csrf-token']
}

export async function call<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<Answer<N>> {
  const answer = callRaw(name, options, (response) => response.json() as Promise<Answer<N>>)
  return completeAnswer(name, await answer, (options as Loose).params)
}

let denied: () => void = () => undefined

/** Calls the listener for each call refused with 401. */
export function onDenied(listener: () => void): void {
  denied = listener
}

let stale: (needed: string) => void = () => undefined

/** Calls the listener, with the server's sentence, for each call refused because the sign-in is too old. */
export function onFreshSignInNeeded(listener: (needed: string) => void): () => void {
  stale = listener
  return () => {
    stale = () => undefined
  }
}

/** For answers other than JSON; the timeout includes reading the answer. */
export async function callRaw<N extends RouteName, T>(
  name: N,
  options: CallOptions<N>,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const given = options as Loose
  const [method, path] = paths[name]
  const limit =
    given.timeoutMs ?? (name === 'createCreation' ? CREATION_TIMEOUT_MS : API_TIMEOUT_MS)
  const timeout = AbortSignal.timeout(limit)
  const signal = given.signal ? AbortSignal.any([given.signal, timeout]) : timeout
  const endpoint = `${method} ${path}`
  try {
    for (let first = true; ; first = false) {
      const headers = buildHeaders(method)
      if (given.idempotencyKey) headers['idempotency-key'] = given.idempotencyKey
      if (given.file) headers['content-type'] = given.file.type
      else if (given.body !== undefined) headers['content-type'] = 'application/json'
      const body = given.file ?? (given.body === undefined ? undefined : JSON.stringify(given.body))
      const response = await fetch(fillPath(path, given.params, given.query), {
        method,
        headers,
        credentials: 'include',
        signal,
        ...(body === undefined ? {} : { body }),
      })
      if (response.ok) return await read(response)
      const said = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
      // The answer of another call brought a new token while this call was on its way, so this call
      // is sent again.
      if (first && said?.code === 'csrf_failed' && isTokenNewer(headers)) continue
      throw new ApiError(response.status, response.statusText, said)
    }
  } catch (error) {
    if (given.signal?.aborted) throw error
    const fault =
      timeout.aborted && !(error instanceof ApiError)
        ? new TimeoutError(Math.round(limit / 1000))
        : error
    // A signed-out visitor's 401 is an answer, not a failure to report.
    const asksWho = name === 'getAuthMe' || name === 'getMe'
    const status = fault instanceof ApiError ? fault.status : undefined
    if (!asksWho || status !== 401)
      track('api_request_failed', { endpoint, method, ...describeFailure(fault) })
    if (fault instanceof ApiError && fault.code === 'fresh_sign_in_required')
      stale(fault.reason ?? '')
    else if (!asksWho && (status === 401 || status === 403)) denied()
    throw fault
  }
}

function describeFailure(fault: unknown): Properties {
  if (fault instanceof ApiError) return { status: fault.status }
  if (fault instanceof TimeoutError)
    return { message: fault.message, timeout_seconds: fault.seconds }
  return { message: 'Network error' }
}
