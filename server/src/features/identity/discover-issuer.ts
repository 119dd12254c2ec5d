import {
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { Ctx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { leadsInside } from '../../platform/http-client/leads-inside.ts'
import { ProbeError } from '../../platform/probe-error.ts'
import { defineProcessPart } from '../../platform/process-state.ts'

const GOOGLE = 'https://accounts.google.com'

const TIMEOUT_SECONDS = 10

/** The issuer's keys and addresses may change while a process runs for months. */
const KEEP_MS = 3_600_000

export type ClientCtx = Pick<Ctx, 'config' | 'log' | 'clock' | 'process'>

const configurations = defineProcessPart(
  () => new Map<string, { at: number; configuration: Promise<Configuration> }>(),
)

interface Client {
  issuer: string
  id: string
  secret?: string
}

export function clientOf({ config }: Pick<Ctx, 'config'>): Client {
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

export async function discoverIssuer(
  ctx: Pick<Ctx, 'config' | 'log' | 'process'>,
): Promise<Configuration> {
  const client = clientOf(ctx)
  const key = `${client.issuer} ${client.id} ${client.secret}`
  const known = ctx.process.of(configurations)
  const kept = known.get(key)
  if (kept && performance.now() - kept.at < KEEP_MS) return kept.configuration
  const configuration = askIssuer(ctx)
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

/** Reads the issuer's discovery document again. */
export function askIssuer({ config }: Pick<Ctx, 'config'>): Promise<Configuration> {
  const client = clientOf({ config })
  const issuer = new URL(client.issuer)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
  return discovery(issuer, client.id, client.secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    [customFetch]: async (url, options) => {
      await refuseInside(config, new URL(url))
      return fetch(url, options as RequestInit)
    },
    execute: [
      // Required also over TLS: a token is trusted for its signature, not for its transport.
      enableNonRepudiationChecks,
      // An issuer on loopback is a test or a sidecar; any other must use https.
      ...(issuer.protocol === 'http:' && local ? [allowInsecureRequests] : []),
    ],
  })
}

/** An issuer that a setting names may not lead this server on into its own network. */
async function refuseInside(config: Config, url: URL): Promise<void> {
  if (config.loopback || config.environment['OIDC_ISSUER']) return
  if (!(await leadsInside(url, config.PRIVATE_HOSTS))) return
  throw new ProbeError(
    `The issuer leads to ${url.host}, which is not on the public internet. What stands in your own network is named in the server’s environment, in PRIVATE_HOSTS.`,
  )
}
