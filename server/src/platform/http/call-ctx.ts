import type { Route } from '@vignette/contract/define-route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../platform.ts'

/** The HTTP layer's view of a caller; the gate adds the rest. */
export interface HttpCaller {
  principal: { id: string; kind: 'visitor' | 'user' } | null
  /** `bearer` is a program with a valid token. */
  via?: string
  /** The network address, used for rate limits only. */
  address: string
}

/** The part of a call's context that the HTTP layer adds to the platform. */
export interface CallCtx extends Platform {
  caller: HttpCaller
  requestId: string
  /** Stays the same when the request is repeated with its Idempotency-Key; unique per request. */
  requestKey?: string
  /** The Idempotency-Key as the caller wrote it. */
  idempotencyKey?: string
  /** `http://host` as the visitor sees it: PUBLIC_URL, else the request's own. */
  origin: string
}

/** Identifies the caller of a request for the HTTP layer; the identity feature implements the gate, and main wires it. */
export interface Gate<Caller extends HttpCaller> {
  /** The caller by cookie or bearer token; never writes. */
  identify(request: FastifyRequest): Promise<Caller>
  /**
   * Makes a caller without a principal the anonymous visitor of the id in the request, or a new
   * one, and sets the visitor's cookies and CSRF token.
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    namedId: string | undefined,
  ): Promise<Caller>
  /** Renews a browser's cookies when they age or when the CSRF token is missing. */
  renew(request: FastifyRequest, reply: FastifyReply, caller: Caller): void
  /**
   * Throws csrf_failed on a cookie-authenticated write without token or from a foreign origin. A
   * browser of our own pages that has lost its token gets one with the refusal.
   */
  checkWrite(request: FastifyRequest, reply: FastifyReply, caller: Caller, origin: string): void
  /** Throws where the contract does not allow this caller the call. */
  checkAccess(route: Route, caller: Caller): void
}
