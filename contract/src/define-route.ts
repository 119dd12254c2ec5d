import { z } from 'zod'
import type { Scope } from './account-limits.ts'
import type { ErrorCode } from './errors.ts'
import { type Method, paths, type RouteName } from './paths.ts'

/**
 * The role a caller needs; the verb checks what the caller may touch. `admin`: `staff.ts` says which
 * of the operator's people may call.
 */
export type Access = 'anyone' | 'visitor' | 'user' | 'admin'
export type RateClass =
  | 'writes'
  | 'remixes'
  | 'uploads'
  | 'checkouts'
  | 'sign-ins'
  | 'reports'
  | 'analytics'
  | 'waitlist'
  | 'letters'
  | 'exports'
  | 'reads'
  | 'webhooks'

/** The rate class of a read that creates a visitor for its caller. */
export const NEWCOMER_RATE: RateClass = 'writes'

interface RouteDefinition {
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Limits on the body's length and on the nesting of lists and objects; defaults are in BODY. */
  bodyBytes?: number
  bodyDepth?: number
  /** What a public server takes of the body from a caller without an account. */
  guestBodyBytes?: number
  /** The verb checks a signature over the raw bytes, so the body is not parsed first. */
  rawBody?: true
  /** The types of a file that is the whole body, as it is; the verb reads it. */
  fileTypes?: readonly string[]
  /** The multipart form field that carries the file; the file is the whole body. */
  fileField?: string
  /** Absent where the answer is not JSON (a file, a stream, a redirect). */
  answer?: z.ZodType
  status?: 200 | 201 | 202 | 204 | 302
  /** The types of an answer that is not JSON. */
  content?: readonly string[]
  /** A body, as the API document shows it. */
  example?: unknown
  errors?: readonly ErrorCode[]
  /** A read without a class of its own counts as one of `reads`, by client IP alone; `none` is for probes. */
  rate?: RateClass | 'none'
  /** A long-lived stream: takes one of the client IP's stream slots before any query or read. */
  stream?: true
  /** Accepts an Idempotency-Key. */
  idempotent?: boolean
  /** The operator may call too, though things of others are meant: an admin, or the command line. */
  operator?: true
  /**
   * What an access token must have been made for to call; `any` where each token may. Without it
   * only tokens call that were made before there were scopes.
   */
  scope?: Scope | 'any'
  /** False where only a browser session may call, and no access token. */
  token?: boolean
  /**
   * Needs a sign-in of the last `FRESH_SIGN_IN_MINUTES` minutes; each other call for admins needs one
   * of the last `STAFF_SIGN_IN_HOURS` hours.
   */
  fresh?: boolean
  /** False where a write carries no authority (beacons, signed webhooks). */
  csrf?: boolean
}

export type Route<
  N extends RouteName = RouteName,
  D extends RouteDefinition = RouteDefinition,
> = D & {
  name: N
  method: Method
  path: string
}

export function defineRoute<N extends RouteName, const D extends RouteDefinition>(
  name: N,
  definition: D,
): Route<N, D> {
  const [method, path] = paths[name]
  return { ...definition, name, method, path }
}

/** The class in which the client IP is counted, if any. */
export function rateOf({ rate, method }: Pick<Route, 'rate' | 'method'>): RateClass | undefined {
  if (rate === 'none') return undefined
  return rate ?? (method === 'GET' ? 'reads' : undefined)
}

export const idParams = z.object({ id: z.uuid() })
export const emptyAnswer = z.object({ ok: z.literal(true) })
