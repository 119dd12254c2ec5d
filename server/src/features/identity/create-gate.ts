import type { Route } from '@vignette/contract/define-route.ts'
import { FRESH_SIGN_IN_MINUTES, STAFF_SIGN_IN_HOURS } from '@vignette/contract/limits.ts'
import { MCP_PATH } from '@vignette/contract/paths.ts'
import { REFERRAL_COOKIE, REFERRER_COOKIE } from '@vignette/contract/referral-limits.ts'
import { mayCall, type StaffCall } from '@vignette/contract/staff.ts'
import { CAME_FROM } from '@vignette/contract/visit-source.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Gate } from '../../platform/http/call-ctx.ts'
import { readCookies, readOwnCookie } from '../../platform/http/cookies.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { isMadeFor, noteUse } from './access-token.ts'
import { assertSignedIn, notStaff } from './caller.ts'
import {
  CSRF_COOKIE,
  CSRF_HEADER,
  clearVisitorCookie,
  isAging,
  isCsrfToken,
  isOfOldName,
  readAnonymousCookie,
  readSessionCookie,
  setCsrfCookie,
  setSessionCookies,
  setVisitorCookies,
} from './cookies.ts'
import { findActingVisitor, toPrincipal } from './principal.ts'
import { findSession } from './session.ts'
import { admitVisitor } from './visitor.ts'

type GateCtx = Pick<Ctx, 'config' | 'clock' | 'db'>

export function createGate(ctx: GateCtx): Gate<Caller> {
  return {
    identify: async (request) => {
      const cameFrom = readCookies(request)[CAME_FROM]
      const ledBy = readOwnCookie(request, REFERRAL_COOKIE)
      const fanOf = readOwnCookie(request, REFERRER_COOKIE)
      return {
        ...(await identify(ctx, request)),
        ...(cameFrom && { cameFrom }),
        ...(ledBy && { ledBy }),
        ...(fanOf && { fanOf }),
      }
    },
    admit: (request, reply, caller, namedId) => admit(ctx, request, reply, caller, namedId),
    renew: (request, reply, caller) => renew(ctx, request, reply, caller),
    checkWrite(request, reply, caller, origin) {
      if (caller.via === 'bearer') return
      checkSite(request, origin)
      if (caller.via === 'none' || hasToken(ctx, request, caller)) return
      renew(ctx, request, reply, caller)
      throw new AppError(
        'csrf_failed',
        'The X-CSRF-Token header must repeat the csrf_token cookie. Reload the page and try again.',
      )
    },
    checkAccess: (route, caller) => checkAccess(route, caller, ctx.clock.now()),
  }
}

async function identify(ctx: GateCtx, request: FastifyRequest): Promise<Caller> {
  const address = request.ip
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) {
    const found = await findSession(ctx, bearer, 'token')
    if (found && isForHere(ctx, request, found.session)) {
      const { session } = found
      await noteUse(ctx, session, address)
      const principal = toPrincipal(found.principal, ctx.config, 'bearer')
      const scoped = {
        ...(session.scopes && { scopes: session.scopes }),
        ...(session.origins && { origins: session.origins }),
      }
      return { principal, sessionId: session.id, via: 'bearer', ...scoped, address }
    }
  }
  const token = readSessionCookie(request)
  const found = token ? await findSession(ctx, token, 'browser') : undefined
  if (found) {
    const principal = toPrincipal(found.principal, ctx.config)
    const { id: sessionId, provenAt } = found.session
    return { principal, sessionId, via: 'cookie', provenAt, address }
  }
  const anonymousId = readAnonymousCookie(ctx.config, request)
  const visitor = anonymousId ? await findActingVisitor(ctx, anonymousId) : undefined
  if (anonymousId && visitor && visitor !== 'spent') {
    return {
      principal: toPrincipal(visitor, ctx.config),
      sessionId: null,
      anonymousId,
      via: 'cookie',
      address,
    }
  }
  // A client with an expired token must get an error, and not act as a stranger unnoticed.
  if (bearer && request.method !== 'GET' && request.method !== 'HEAD') {
    throw unknownToken()
  }
  return {
    principal: null,
    sessionId: null,
    via: 'none',
    ...(bearer && { badToken: true }),
    address,
  }
}

/** A token that an assistant got for another name of this server is unknown here. */
function isForHere(
  { config }: GateCtx,
  request: FastifyRequest,
  { audience }: { audience: string | null },
): boolean {
  return audience === null || audience === `${originOf(config, request)}${MCP_PATH}`
}

function unknownToken(): AppError {
  return new AppError('unauthenticated', 'The access token is unknown, expired or revoked.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}

async function admit(
  ctx: GateCtx,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  namedId: string | undefined,
): Promise<Caller> {
  if (caller.principal) {
    renew(ctx, request, reply, caller)
    return caller
  }
  const cookieId = readAnonymousCookie(ctx.config, request)
  // The call was sent during the sign-in, which clears this cookie: a new visitor's work would be
  // lost to the account.
  if (cookieId && (await findActingVisitor(ctx, cookieId)) === 'spent') {
    clearVisitorCookie(reply, ctx.config)
    throw new AppError('unauthenticated', 'This browser has just signed in. Please try again.')
  }
  const { row, anonymousId } = await admitVisitor(ctx, cookieId ?? namedId)
  const now = ctx.clock.now()
  setVisitorCookies(reply, ctx.config, { principalId: row.id, anonymousId, now })
  return { ...caller, principal: toPrincipal(row, ctx.config), anonymousId, via: 'cookie' }
}

function renew(
  ctx: GateCtx,
  request: FastifyRequest,
  reply: FastifyReply,
  { principal, via, sessionId }: Caller,
): void {
  if (!principal || via !== 'cookie') return
  const csrf = readCookies(request)[CSRF_COOKIE] ?? ''
  const now = ctx.clock.now()
  const holder = { principalId: principal.id, now }
  const anonymousId = readAnonymousCookie(ctx.config, request)
  const token = readSessionCookie(request)
  const lost = !isCsrfToken(ctx.config, csrf, principal.id)
  // A session expires after 30 days; a visitor has only the cookie, so the cookie is renewed.
  if (sessionId === null && anonymousId) {
    if (
      lost ||
      isAging(ctx.config, csrf, { ...holder, isVisitor: true }) ||
      isOfOldName(ctx.config, request, 'visitor')
    ) {
      setVisitorCookies(reply, ctx.config, { ...holder, anonymousId })
    }
  } else if (sessionId !== null && token && isOfOldName(ctx.config, request, 'session')) {
    setSessionCookies(reply, ctx.config, { ...holder, token })
  } else if (lost) {
    setCsrfCookie(reply, ctx.config, { ...holder, isVisitor: sessionId === null })
  }
}

/**
 * Whether cookie and header hold tokens signed for this caller; another tab may just have received
 * a new token, so the two may differ.
 */
function hasToken(ctx: GateCtx, request: FastifyRequest, { principal }: Caller): boolean {
  const tokens = [readCookies(request)[CSRF_COOKIE], request.headers[CSRF_HEADER]]
  return tokens.every(
    (token) =>
      typeof token === 'string' && principal && isCsrfToken(ctx.config, token, principal.id),
  )
}

/**
 * Checked also without cookies: a foreign page could otherwise give this browser a visitor id that
 * the page knows.
 */
function checkSite(request: FastifyRequest, origin: string): void {
  if (isForeign(request, origin)) {
    throw new AppError('csrf_failed', 'This call came from a page of another site.')
  }
}

/** Checks Origin if present, else Sec-Fetch-Site; non-browser clients send neither. */
function isForeign({ headers }: FastifyRequest, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin.toLowerCase() !== origin.toLowerCase()
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

/** Throws where the contract does not allow this caller the call. */
function checkAccess(route: Route, caller: Caller, now: Date): void {
  const { principal, via, provenAt } = caller
  checkScope(route, caller)
  if (route.token === false && via === 'bearer') {
    throw new AppError('forbidden', 'An access token may not do this. Sign in with a browser.')
  }
  if (route.access === 'anyone') return
  if (!principal && caller.badToken) throw unknownToken()
  if (route.access === 'visitor') {
    if (!principal) {
      throw new AppError('unauthenticated', 'This needs the visitor it belongs to, or a sign-in.')
    }
    return
  }
  if (principal?.kind !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
  const forStaff = route.access === 'admin'
  if (forStaff && !mayCall(principal.roles, route.name as StaffCall)) throw notStaff()
  if (route.fresh) assertSignedIn(provenAt, now, FRESH_SIGN_IN_MINUTES)
  else if (forStaff) assertSignedIn(provenAt, now, STAFF_SIGN_IN_HOURS * 60)
}

function checkScope({ scope }: Route, caller: Caller): void {
  if (!caller.scopes || (scope && isMadeFor(caller, scope))) return
  throw new AppError(
    'insufficient_scope',
    scope
      ? `This access token was made without the scope ${scope}. Make one with it on your account page.`
      : 'An access token may not do this. Sign in with a browser.',
    {
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`,
      },
    },
  )
}
