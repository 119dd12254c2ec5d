import { API_BASE, paths } from '@vignette/contract/paths.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertOnThisMachine } from './assert-on-this-machine.ts'
import { buildSignInAddress } from './build-sign-in-address.ts'
import { keepTransaction } from './sign-in-transaction.ts'

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
