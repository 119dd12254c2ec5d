import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { Browser } from '../browser.ts'

export interface Account {
  sub: string
  email: string
  email_verified: boolean
  picture?: string
}

type Claims = Record<string, unknown>

export interface Issuer {
  url: string
  /** The environment variables that point a server at this issuer. */
  env: Record<string, string>
  /** The person at the issuer's screen. */
  account: Account
  /** Changes the claims of the next id tokens before their signature. */
  tamper: ((claims: Claims) => Claims) | undefined
  /** Signs id tokens with a key that the issuer does not publish. */
  forgeSignature: boolean
  /** Registers the server at this address as a client. */
  serve(appUrl: string): void
  /** Passes the issuer's screens; answers the address to which the browser is sent back. */
  authorize(redirectUrl: string): Promise<string>
  close(): Promise<void>
}

const CLIENT = { id: 'vignette', secret: 'a-secret-between-the-two-of-us-0123456789' }

/** A real OpenID provider on loopback, with settings that make it misbehave. */
export async function startIssuer(): Promise<Issuer> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = newKey()
  const otherKey = newKey()

  const issuer: Issuer = {
    url,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    account: { sub: 'ada', email: 'Ada@Example.com', email_verified: true },
    tamper: undefined,
    forgeSignature: false,

    serve(appUrl) {
      const provider = createProvider(url, `${appUrl}/api/v1/auth/google/callback`, issuer, key)
      provider.use(async (ctx, next) => {
        await next()
        const token = ctx.path === '/token' ? ctx.body.id_token : undefined
        if (!token || (!issuer.tamper && !issuer.forgeSignature)) return
        const [head = '', body = ''] = token.split('.')
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
        const changed = Buffer.from(JSON.stringify(issuer.tamper?.(claims) ?? claims))
        const signed = `${head}.${changed.toString('base64url')}`
        const by = issuer.forgeSignature ? otherKey : key
        const signature = sign('sha256', Buffer.from(signed), by).toString('base64url')
        ctx.body = { ...ctx.body, id_token: `${signed}.${signature}` }
      })
      const serveProtocol = provider.callback()
      answer = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return serveProtocol(request, response)
        agree(provider, issuer, request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error))
        })
      }
    },

    async authorize(redirectUrl) {
      const screen = new Browser(url)
      let at = redirectUrl
      for (let step = 0; step < 6; step++) {
        const page = await screen.fetch(at)
        const next = page.headers.get('location')
        if (!next) throw new Error(`the issuer answered ${page.status}: ${await page.text()}`)
        if (!next.startsWith('/') && !next.startsWith(url)) return next
        at = next
      }
      throw new Error('the issuer sends its visitor in circles')
    },

    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return issuer
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function createProvider(
  url: string,
  redirectUri: string,
  issuer: Issuer,
  key: KeyObject,
): Provider {
  const jwk = createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' })).export({
    format: 'jwk',
  })
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map(
        (name) => [name, 600],
      ),
    ),
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['picture'] },
    // The issuer refuses an authorisation request without PKCE.
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...issuer.account, sub }),
    }),
  })
}

/** Signs in and consents without a form. */
async function agree(
  provider: Provider,
  issuer: Issuer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const accountId = issuer.account.sub
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope('openid email profile')
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, {
    login: { accountId },
    consent: { grantId },
  })
}

/** Signs in from the button to the final page; answers its address. */
export async function signInAt(
  issuer: Issuer,
  browser: Browser,
  query = '',
): Promise<string | null> {
  const started = await browser.json<{ redirect_url: string }>(`/auth/google/start${query}`)
  const back = await issuer.authorize(started.body.redirect_url)
  return (await browser.fetch(back)).headers.get('location')
}
