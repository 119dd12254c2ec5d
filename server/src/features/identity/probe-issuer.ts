import { API_BASE } from '@vignette/contract/paths.ts'
import {
  genericGrantRequest,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import { findCode, ProbeError } from '../../platform/probe-error.ts'
import { newSecret } from '../../platform/secrets.ts'
import { askIssuer, clientOf } from './discover-issuer.ts'

/**
 * Reads the issuer's discovery document, then asks for a token with a made-up code: the
 * issuer looks at the client before the code, and so tells whether it takes the client.
 */
export async function probeIssuer({
  config,
  origin,
}: Pick<Ctx, 'config' | 'origin'>): Promise<string> {
  const client = clientOf({ config })
  const prefix = config.signIn === 'google' ? 'GOOGLE' : 'OIDC'
  const { host } = new URL(client.issuer)
  const configuration = await askIssuer({ config }).catch((cause: unknown) => {
    throwProbeError(cause)
    const why = findCode(cause) ?? (cause instanceof Error ? cause.message : 'no reason told')
    throw new ProbeError(
      `The issuer ${host} gives no discovery document (${why}): look at OIDC_ISSUER, and whether this machine may call it.`,
      { cause },
    )
  })
  const redirectUri = `${origin}${API_BASE}/auth/google/callback`
  const said = await genericGrantRequest(configuration, 'authorization_code', {
    code: newSecret(),
    redirect_uri: redirectUri,
    code_verifier: newSecret(),
  }).then(() => undefined, readRefusal)
  if (said === 'invalid_client' || said === 'unauthorized_client') {
    throw new ProbeError(
      `The issuer ${host} refuses ${prefix}_CLIENT_ID or ${prefix}_CLIENT_SECRET (${said}): copy both again.`,
    )
  }
  if (said === 'redirect_uri_mismatch') {
    throw new ProbeError(
      `The issuer ${host} does not allow ${redirectUri} (${said}): enter it there as a redirect address.`,
    )
  }
  return said === 'invalid_grant'
    ? `${host} answers and takes the client`
    : `${host} answers; a sign-in shows whether it takes the client`
}

/** OAuth's word for the refusal; undefined where the issuer said something else. */
function readRefusal(error: unknown): string | undefined {
  throwProbeError(error)
  if (error instanceof ResponseBodyError) return error.error
  return error instanceof WWWAuthenticateChallengeError && error.status === 401
    ? 'invalid_client'
    : undefined
}

/** The client wraps what its calls throw. */
function throwProbeError(error: unknown): void {
  const { cause } = error as { cause?: unknown }
  if (cause instanceof ProbeError) throw cause
}
