import type { ErrorBody } from '@vignette/contract/errors.ts'
import { API_TIMEOUT_MS, CREATION_TIMEOUT_MS } from '@vignette/contract/limits.ts'
import { API_BASE, paths, type RouteName } from '@vignette/contract/paths.ts'
import type { Routes } from '@vignette/contract/routes.ts'
import { track } from './analytics.ts'
import { ApiError, TimeoutError } from './api-error.ts'
import { readCookie } from './browser.ts'
import { readItem } from './storage.ts'

type Output<T> = T extends { _zod: { output: infer O } } ? O : never
type Input<T> = T extends { _zod: { input: infer I } } ? I : never
type Schema<N extends RouteName, K extends string> =
  Routes[N] extends Record<K, infer S> ? S : never

export type Answer<N extends RouteName> = Output<Schema<N, 'answer'>>
/** What the server coerces from text has no type of its own there. */
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
  Part<'body', Body<N>>

interface Loose {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
}

/** The address of a call, for links, downloads and event streams as well. */
export function buildUrl(
  name: RouteName,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean | null | undefined> = {},
): string {
  const path = paths[name][1].replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  const text = search.toString()
  return `${API_BASE}${path}${text ? `?${text}` : ''}`
}

/** Who calls, and the proof that our own page does. */
export function buildHeaders(method: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = readItem('access_token')
  if (token) headers.authorization = `Bearer ${token}`
  const csrf = method === 'GET' ? undefined : readCookie('csrf_token')
  if (csrf) headers['x-csrf-token'] = csrf
  return headers
}

export async function call<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<Answer<N>> {
  const response = await callRaw(name, options)
  return (await response.json()) as Answer<N>
}

/** For answers that are no JSON. */
export async function callRaw<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<Response> {
  const given = options as Loose
  const [method] = paths[name]
  const headers = buildHeaders(method)
  if (given.idempotencyKey) headers['idempotency-key'] = given.idempotencyKey
  if (given.body !== undefined) headers['content-type'] = 'application/json'
  const limit =
    given.timeoutMs ?? (name === 'createCreation' ? CREATION_TIMEOUT_MS : API_TIMEOUT_MS)
  const timeout = AbortSignal.timeout(limit)
  const signal = given.signal ? AbortSignal.any([given.signal, timeout]) : timeout
  const endpoint = `${method} ${paths[name][1]}`
  let response: Response
  try {
    response = await fetch(buildUrl(name, given.params, given.query), {
      method,
      headers,
      credentials: 'include',
      signal,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
  } catch (error) {
    if (given.signal?.aborted) throw error
    if (timeout.aborted) {
      const fault = new TimeoutError(Math.round(limit / 1000))
      track('api_request_failed', {
        endpoint,
        method,
        message: fault.message,
        timeout_seconds: fault.seconds,
      })
      throw fault
    }
    track('api_request_failed', { endpoint, method, message: 'Network error' })
    throw error
  }
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
  // A signed-out visitor's 401 is an answer, not a failure worth an event.
  if (name !== 'getAuthMe' && name !== 'getMe')
    track('api_request_failed', { endpoint, method, status: response.status })
  throw new ApiError(response.status, response.statusText, body)
}
