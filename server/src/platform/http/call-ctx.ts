import type { Platform } from '../platform.ts'

/** The HTTP layer's view of a caller; the gate adds the rest. */
export interface HttpCaller {
  principal: { id: string; kind: 'visitor' | 'user' } | null
  /** The network address, used for rate limits only. */
  address: string
}

/** The part of a call's context that the HTTP layer adds to the platform. */
export interface CallCtx extends Platform {
  caller: HttpCaller
  requestId: string
  /** Stays the same when the request is repeated with its Idempotency-Key; unique per request. */
  requestKey?: string
  /** `http://host` as the visitor sees it: PUBLIC_URL, else the request's own. */
  origin: string
}
