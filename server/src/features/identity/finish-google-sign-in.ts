import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isSame } from '../../platform/secrets.ts'
import { readAnonymousCookie, setSessionCookies } from './cookies.ts'
import { type ClientCtx, discoverIssuer } from './discover-issuer.ts'
import { DEVELOPMENT_ISSUER } from './rules.ts'
import { type ProvenIdentity, signIn } from './sign-in.ts'
import {
  endTransaction,
  readTransaction,
  SIGN_IN_MS,
  type SignInTransaction,
} from './sign-in-transaction.ts'
import { assertOnThisMachine } from './start-google-sign-in.ts'

/** How far the sign-in provider's clock may differ from the server's. */
const SKEW_MS = 60_000

const BROWSERS: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The identity provider's redirect, success or failure, ends at /auth/callback, which shows the result. */
export async function finishGoogleSignIn(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  let failure = ''
  try {
    const identity = await identify(ctx, request)
    const session = await signIn(ctx, {
      identity,
      anonymousId: readAnonymousCookie(ctx.config, request),
      replaces: ctx.caller.via === 'cookie' ? ctx.caller.sessionId : null,
      label: labelBrowser(request.headers['user-agent']),
    })
    setSessionCookies(reply, ctx.config, { ...session, now: ctx.clock.now() })
  } catch (error) {
    // The error itself is not logged: the library's errors may quote tokens and addresses with codes.
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const code = findOAuthCode(error)
    ctx.log.warn(
      { failure: `${name}: ${message}`, ...(code ? { oauth_error: code } : {}) },
      'a sign-in was refused',
    )
    failure = '?error=sign_in_failed'
  }
  endTransaction(ctx, reply)
  await reply.redirect(`/auth/callback${failure}`, 302)
}

async function identify(ctx: Ctx, request: FastifyRequest): Promise<ProvenIdentity> {
  const transaction = readTransaction(ctx, request)
  if (!transaction) throw new AppError('bad_request', 'No sign-in was started in this browser.')
  const address = new URL(request.raw.url ?? '', ctx.origin)
  if (ctx.config.signIn === 'development') {
    assertOnThisMachine(ctx, request)
    const state = address.searchParams.get('state') ?? ''
    if (!transaction.development || !isSame(state, transaction.state)) {
      throw new AppError('bad_request', 'This is not the sign-in that this browser started.')
    }
    return developmentIdentity(ctx, transaction.development)
  }
  return proveIdentity(ctx, address, transaction)
}

/**
 * OAuth's word for what the issuer minded, such as invalid_client for a wrong secret. It is a code of
 * small letters; anything else may be free text with a secret in it.
 */
function findOAuthCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'error' in error ? error.error : undefined
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined
}

function developmentIdentity(
  { clock }: Pick<Ctx, 'clock'>,
  chosen: { email: string; admin: boolean },
): ProvenIdentity {
  return {
    issuer: DEVELOPMENT_ISSUER,
    subject: chosen.email,
    email: chosen.email,
    emailVerified: true,
    picture: null,
    developmentAdmin: chosen.admin,
    provenAt: clock.now(),
  }
}

/** Browser and system by name, enough to recognise a device; no more is stored. */
function labelBrowser(userAgent: string | undefined): string {
  const find = (table: [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Browser'
}

/** When the person proved their identity: now with Google, else at the provider's `auth_time`, at the latest now. */
function readProvenAt(ctx: ClientCtx, authTime: unknown, expected: SignInTransaction): Date | null {
  const now = ctx.clock.now().getTime()
  if (ctx.config.signIn === 'google') return new Date(now)
  const at = typeof authTime === 'number' ? authTime * 1000 : undefined
  if (expected.fresh && (at === undefined || at < expected.until - SIGN_IN_MS - SKEW_MS)) {
    throw new Error('the identity provider did not ask anew who this is (auth_time)')
  }
  return at === undefined ? null : new Date(Math.min(at, now))
}

/** Exchanges the code; openid-client checks state, nonce, signature, issuer, audience and expiry. */
async function proveIdentity(
  ctx: ClientCtx,
  currentUrl: URL,
  expected: SignInTransaction,
): Promise<ProvenIdentity> {
  const configuration = await discoverIssuer(ctx)
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the identity provider sent no id token')
  let told: Record<string, unknown> = claims
  if (claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint) {
    told = { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(told['email'], 320)?.toLowerCase() ?? null,
    emailVerified: told['email_verified'] === true || told['email_verified'] === 'true',
    picture: pictureOf(told['picture']),
    developmentAdmin: false,
    provenAt: readProvenAt(ctx, claims['auth_time'], expected),
  }
}

function textOf(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= most ? value : undefined
}

function pictureOf(value: unknown): string | null {
  const text = textOf(value, 2000)
  return text && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null
}
