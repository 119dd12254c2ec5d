import { generateKeyPairSync } from 'node:crypto'
import { ASSISTANT_DAYS, ASSISTANT_SCOPES } from '@vignette/contract/assistants.ts'
import { MCP_PATH } from '@vignette/contract/paths.ts'
import type { Provider } from 'oidc-provider'
import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { signaturesOf } from '../../platform/secrets.ts'
import { createRecords } from './records.ts'

/** Without PUBLIC_URL each name of this machine is an issuer of its own. */
const MOST = 4

type At = (origin: string) => Promise<Provider>

const servers = defineProcessPart((): { at?: At } => ({}))

/** `base` is of no caller: what one call made serves all that follow. */
export function openAuthorisationServers(base: Ctx): void {
  const made = new Map<string, Promise<Provider>>()
  base.process.of(servers).at = (origin) => {
    const known = made.get(origin)
    if (known) return known
    const [oldest] = made.keys()
    if (oldest && made.size >= MOST) made.delete(oldest)
    const one = create(base, origin)
    made.set(origin, one)
    // What failed once may not fail again.
    one.catch(() => made.delete(origin))
    return one
  }
}

/** The authorisation server (OAuth 2.1) whose only resource is `/mcp` of this site; made by its first call. */
export function authorisationServer(ctx: Ctx, origin: string): Promise<Provider> {
  const { at } = ctx.process.of(servers)
  if (!at) throw new Error('the authorisation servers of this process are not open')
  return at(origin)
}

async function create(ctx: Ctx, origin: string): Promise<Provider> {
  const { Provider, errors, interactionPolicy } = await import('oidc-provider')
  const resource = `${origin}${MCP_PATH}`
  const { Check, Prompt } = interactionPolicy
  const policy = interactionPolicy.base()
  policy.clear()
  // Asked each time: an earlier yes opens nothing to a later user of the browser or the port.
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('asked', 'the person is asked', (call) => call.oidc.result?.consent === undefined),
    ),
  )
  const cookie = { httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }
  const provider = new Provider(origin, {
    adapter: (model: string) =>
      createRecords(ctx, model, {
        consumed: () => new errors.InvalidGrant('the code has been used'),
      }),
    // A program on a person's computer can keep no secret, so that PKCE stands in for one.
    clientAuthMethods: ['none'],
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    // A program may name at its registration what it will ask for.
    scopes: ['openid', 'offline_access', ...ASSISTANT_SCOPES],
    issueRefreshToken: async () => false,
    interactions: {
      policy,
      url: (_call: unknown, { uid }: { uid: string }) => `/assistants/allow/${uid}`,
    },
    loadExistingGrant: (call: { oidc: { result?: { consent?: { grantId?: string } } } }) => {
      const id = call.oidc.result?.consent?.grantId
      return id ? provider.Grant.find(id) : undefined
    },
    findAccount: (_call: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id }),
    }),
    clientBasedCORS: () => true,
    cookies: {
      keys: signaturesOf(ctx.config.secret, 'oauth cookies', origin),
      short: { ...cookie, path: '/' },
      long: cookie,
      names: {
        session: 'oauth_session',
        interaction: 'oauth_request',
        resume: 'oauth_resume',
      },
    },
    // No id token is given, so that no key need outlive the process.
    jwks: {
      keys: [
        {
          ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            format: 'jwk',
          }),
          alg: 'ES256',
          use: 'sig',
        },
      ],
    },
    ttl: {
      AccessToken: ASSISTANT_DAYS * 86_400,
      AuthorizationCode: 60,
      Grant: 600,
      Interaction: 600,
      Session: 600,
      IdToken: 60,
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_call: unknown, asked: string) => {
          if (asked !== resource) throw new errors.InvalidTarget()
          return {
            scope: ASSISTANT_SCOPES.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: ASSISTANT_DAYS * 86_400,
          }
        },
      },
    },
    renderError: (
      call: { type: string; body: string },
      out: { error_description?: string; error: string },
    ) => {
      call.type = 'text/plain; charset=utf-8'
      call.body = `The assistant's request was refused: ${out.error_description ?? out.error}.\n`
    },
  })
  provider.proxy = true
  provider.on('server_error', (_call, error) => ctx.log.error({ err: error }, 'oauth failed'))
  return provider
}
