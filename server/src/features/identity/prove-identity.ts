import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import { type ClientCtx, discoverIssuer } from './discover-issuer.ts'
import type { ProvenIdentity } from './sign-in.ts'
import { SIGN_IN_MS, type SignInTransaction } from './sign-in-transaction.ts'

/** How far the sign-in provider's clock may differ from the server's. */
const SKEW_MS = 60_000

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
export async function proveIdentity(
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
