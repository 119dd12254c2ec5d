import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { type ClientCtx, discoverIssuer } from './discover-issuer.ts'
import type { SignInTransaction } from './sign-in-transaction.ts'

export async function buildSignInAddress(
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
    ...(input.fresh ? askAgain(ctx) : {}),
  }).href
}

/** Google ignores `login` and sends no `auth_time`: at most it can ask to choose the account again. */
function askAgain({ config }: Pick<Ctx, 'config'>): Record<string, string> {
  return config.signIn === 'google'
    ? { prompt: 'select_account' }
    : { prompt: 'login', max_age: '0' }
}
