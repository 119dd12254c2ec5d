import type { Platform } from '../platform.ts'

/** What the HTTP layer knows of a caller; the gate knows the rest. */
export interface HttpCaller {
  principal: { id: string } | null
  /** The network address, for rate limits alone. */
  address: string
}

/** What the HTTP layer gives a call besides the platform. */
export interface CallCtx extends Platform {
  caller: HttpCaller
  requestId: string
  /** Stays the same when the request is repeated with its Idempotency-Key; unique to that request. */
  requestKey?: string
  /** `http://host` as the visitor sees it: PUBLIC_URL, else the request's own. */
  origin: string
}
