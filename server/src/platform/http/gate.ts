import type { Route } from '@vignette/contract/define-route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpCaller } from './call-ctx.ts'

/** Who is calling, told to the HTTP layer by the identity feature; wired in main. */
export interface Gate<Caller extends HttpCaller> {
  /** From cookie or bearer; never writes. */
  identify(request: FastifyRequest): Promise<Caller>
  /**
   * Makes a caller without a principal the anonymous visitor it names (or a new one) and sets its
   * cookies, the CSRF token's among them.
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    namedId: string | undefined,
  ): Promise<Caller>
  /** Gives a browser its cookies again where they age, or where the CSRF token was lost. */
  renew(request: FastifyRequest, reply: FastifyReply, caller: Caller): void
  /** Throws csrf_failed on a cookie-authenticated write without token or from a foreign origin. */
  checkWrite(request: FastifyRequest, caller: Caller, origin: string): void
  /** Throws where the contract does not let this caller make the call. */
  checkAccess(route: Route, caller: Caller): void
}
