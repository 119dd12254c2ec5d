import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isSame } from '../../platform/secrets.ts'
import { assertOnThisMachine } from './assert-on-this-machine.ts'
import { readAnonymousCookie, setSessionCookies } from './cookies.ts'
import { developmentIdentity } from './development-identity.ts'
import { labelBrowser } from './label-browser.ts'
import { proveIdentity } from './prove-identity.ts'
import { type ProvenIdentity, signIn } from './sign-in.ts'
import { endTransaction, readTransaction } from './sign-in-transaction.ts'

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
