import { API_BASE, paths } from '@vignette/contract/paths.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isOnThisMachine } from '../../platform/http/network.ts'
import { type ClientCtx, discoverIssuer } from './discover-issuer.ts'
import { SESSION_DAYS } from './rules.ts'
import { keepTransaction, type SignInTransaction } from './sign-in-transaction.ts'

export const CALLBACK_PATH = `${API_BASE}${paths.finishGoogleSignIn[1]}`

export async function startGoogleSignIn(
  ctx: Ctx,
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
  reply: FastifyReply,
  fresh = false,
): Promise<{ redirect_url: string }> {
  const secrets = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    fresh,
  }
  if (ctx.config.signIn === 'none') {
    throw new AppError('unavailable', 'Sign-in is not set up on this site.')
  }
  if (ctx.config.signIn === 'development') {
    assertOnThisMachine(ctx, request)
    keepTransaction(ctx, reply, secrets)
    return { redirect_url: `${ctx.origin}/auth/development` }
  }
  const redirectUri = `${ctx.origin}${CALLBACK_PATH}`
  const address = await buildSignInAddress(ctx, { ...secrets, redirectUri })
  keepTransaction(ctx, reply, secrets)
  return { redirect_url: address }
}

async function buildSignInAddress(
  ctx: ClientCtx,
  input: Pick<SignInTransaction, 'state' | 'nonce' | 'verifier' | 'fresh'> & {
    redirectUri: string
  },
): Promise<string> {
  const configuration = await discoverIssuer(ctx)
  return buildAuthorizationUrl(configuration, {
    redirect_uri: input.redirectUri,
    scope: 'openid email profile',
    state: input.state,
    nonce: input.nonce,
    code_challenge: await calculatePKCECodeChallenge(input.verifier),
    code_challenge_method: 'S256',
    ...(input.fresh ? askAgain(ctx) : askWhen(ctx)),
  }).href
}

/** Google ignores `login` and sends no `auth_time`: at most it can ask to choose the account again. */
function askAgain({ config }: Pick<Ctx, 'config'>): Record<string, string> {
  return config.signIn === 'google'
    ? { prompt: 'select_account' }
    : { prompt: 'login', max_age: '0' }
}

/**
 * A provider that is told an age says in its answer when the person signed in there, so that an admin
 * need not sign in a second time; one as long as a session asks no second time.
 */
function askWhen({ config }: Pick<Ctx, 'config'>): Record<string, string> {
  return config.signIn === 'google' ? {} : { max_age: String(SESSION_DAYS * 86_400) }
}

/** Each caller may sign in under any address here, so only this machine has access. */
export function assertOnThisMachine(
  ctx: Pick<Ctx, 'config'>,
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
): void {
  const { signIn, TRUST_PROXY } = ctx.config
  if (signIn !== 'development' || !isOnThisMachine(request, TRUST_PROXY)) {
    throw new AppError('forbidden', 'The development identity works on this machine alone.')
  }
}
