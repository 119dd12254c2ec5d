import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { type Method, paths, type RouteName } from './paths.ts'

/** Who may call at all; what they may touch is decided by the verb. */
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
  | 'exports'

/** What a read counts as that makes its caller a visitor. */
export const NEWCOMER_RATE: RateClass = 'writes'

export interface RouteDefinition {
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The longest body, and how many lists and objects deep; BODY's own where absent. */
  bodyBytes?: number
  bodyDepth?: number
  /** The verb checks a signature over the bytes of the body, which are not parsed before. */
  rawBody?: true
  /** The field of a multipart form that holds the file which is the body. */
  fileField?: string
  /** Absent where the answer is no JSON (a file, a stream, a redirect). */
  answer?: z.ZodType
  status?: 200 | 201 | 202 | 204
  errors?: readonly ErrorCode[]
  rate?: RateClass
  /** Stays open: takes one of the client IP's places to wait before anything is asked or read. */
  stream?: true
  /** Takes an Idempotency-Key. */
  idempotent?: boolean
  /** False where an access token may not act, whosever it is: only a browser's session. */
  token?: boolean
  /** Needs a sign-in of the last minutes (`FRESH_SIGN_IN_MINUTES`). */
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

export const idParams = z.object({ id: z.uuid() })
export const emptyAnswer = z.object({ ok: z.literal(true) })
