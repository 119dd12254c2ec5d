import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import type { ProvenIdentity } from './sign-in.ts'
import { SIGN_IN_MS, type SignInTransaction } from './sign-in-transaction.ts'

const GOOGLE = 'https://accounts.google.com'
const TIMEOUT_SECONDS = 10
/** Of the provider's clock against ours. */
const SKEW_MS = 60_000
/** Keys and addresses of the issuer may change; a process may run for months. */
const KEEP_MS = 3_600_000

type ClientCtx = Pick<Ctx, 'config' | 'log' | 'clock' | 'process'>
const configurations = defineProcessPart(
  () => new Map<string, { at: number; configuration: Promise<Configuration> }>(),
)

function clientOf({ config }: Pick<Ctx, 'config'>): {
  issuer: string
  id: string
  secret?: string
} {
  if (config.signIn === 'google') {
    return {
      issuer: GOOGLE,
      id: config.GOOGLE_CLIENT_ID ?? '',
      secret: config.GOOGLE_CLIENT_SECRET ?? '',
    }
  }
  return {
    issuer: config.OIDC_ISSUER ?? '',
    id: config.OIDC_CLIENT_ID ?? '',
    ...(config.OIDC_CLIENT_SECRET ? { secret: config.OIDC_CLIENT_SECRET } : {}),
  }
}

async function discover(ctx: Pick<Ctx, 'config' | 'log' | 'process'>): Promise<Configuration> {
  const client = clientOf(ctx)
  const key = `${client.issuer} ${client.id}`
  const known = ctx.process.of(configurations)
  const kept = known.get(key)
  if (kept && performance.now() - kept.at < KEEP_MS) return kept.configuration
  const issuer = new URL(client.issuer)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
  const configuration = discovery(issuer, client.id, client.secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Also over TLS: a token is believed for its signature, not for the way it came.
      enableNonRepudiationChecks,
      // An issuer on this machine is a test or a sidecar; anywhere else it must be https.
      ...(issuer.protocol === 'http:' && local ? [allowInsecureRequests] : []),
    ],
  })
  known.set(key, { at: performance.now(), configuration })
  try {
    return await configuration
  } catch (cause) {
    known.delete(key)
    ctx.log.warn({ err: cause }, 'the identity provider did not answer')
    throw new AppError('unavailable', 'Sign-in is not available right now. Please try again.', {
      cause,
    })
  }
}

export async function buildSignInAddress(
  ctx: ClientCtx,
  input: Pick<SignInTransaction, 'state' | 'nonce' | 'verifier' | 'fresh'> & {
    redirectUri: string
  },
): Promise<string> {
  const configuration = await discover(ctx)
  return buildAuthorizationUrl(configuration, {
    redirect_uri: input.redirectUri,
    scope: 'openid email profile',
    state: input.state,
    nonce: input.nonce,
    code_challenge: await calculatePKCECodeChallenge(input.verifier),
    code_challenge_method: 'S256',
    ...(input.fresh ? askAgain(ctx) : {}),
  }).href
}

/** Google knows no `login` and tells no `auth_time`: choosing the account again is all it can ask for. */
function askAgain({ config }: Pick<Ctx, 'config'>): Record<string, string> {
  return config.signIn === 'google'
    ? { prompt: 'select_account' }
    : { prompt: 'login', max_age: '0' }
}

/** When the person proved who they are: now with Google, else what the provider says, and no later than now. */
function readProvenAt(ctx: ClientCtx, authTime: unknown, expected: SignInTransaction): Date | null {
  const now = ctx.clock.now().getTime()
  if (ctx.config.signIn === 'google') return new Date(now)
  const at = typeof authTime === 'number' ? authTime * 1000 : undefined
  if (expected.fresh && (at === undefined || at < expected.until - SIGN_IN_MS - SKEW_MS)) {
    throw new Error('the identity provider did not ask anew who this is (auth_time)')
  }
  return at === undefined ? null : new Date(Math.min(at, now))
}

/** Trades the code; openid-client checks state, nonce, signature, issuer, audience and expiry. */
export async function proveIdentity(
  ctx: ClientCtx,
  currentUrl: URL,
  expected: SignInTransaction,
): Promise<ProvenIdentity> {
  const configuration = await discover(ctx)
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
