import { html } from '@vignette/contract/html.ts'
import { API_BASE, paths } from '@vignette/contract/paths.ts'
import { ICON_PATH, LOGO_PATH } from '@vignette/contract/shop.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx } from '../ctx.ts'
import { isMember, startGoogleSignIn } from '../features/identity/index.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Gate } from '../platform/http/call-ctx.ts'
import { pagePolicy, pageStyle, renderPage } from '../platform/http/html-page.ts'
import { isOwnCall, originOf } from '../platform/http/mount-api.ts'
import { shopOf } from '../shop.ts'

const SIGN_IN = '/sign-in'

/** What a person without an invitation may ask for, by the path of the route. */
const OPEN = new Set([
  `GET ${API_BASE}${paths.healthcheck[1]}`,
  `GET ${API_BASE}${paths.startGoogleSignIn[1]}`,
  `GET ${API_BASE}${paths.finishGoogleSignIn[1]}`,
  // A gateway's events carry a signature, and a mail program's press a token.
  `POST ${API_BASE}${paths.receiveWebhook[1]}`,
  `POST ${API_BASE}${paths.receivePayoutWebhook[1]}`,
  `POST ${API_BASE}${paths.unsubscribe[1]}`,
  'GET /auth/development',
  'POST /auth/development',
  'GET /robots.txt',
])

/** The imprint and the privacy page are for strangers too, who must know whom they give their address. */
const LAW = new Set(['/imprint', '/privacy'])

/** Files of the program and of the look, which every installation has. */
const FILES = /^\/(?:assets|fonts)\/[^/]+$/
const LOOK = new Set([ICON_PATH, LOGO_PATH, '/favicon.ico', '/theme.js'])

/**
 * In a shop by invitation everything else is for those who were invited: a stranger who opens a page
 * gets the way to sign in, and every other call 401. Nothing may stay in a cache on the way.
 */
export function closeToStrangers(app: FastifyInstance, ctx: Ctx, gate: Gate<Caller>): void {
  const isClosed = () => ctx.config.SHOP_MODE === 'closed'

  app.addHook('onRequest', async (request, reply) => {
    if (!isClosed() || isOwnCall(request) || isOpen(request)) return undefined
    const caller = await gate.identify(request)
    if (await isMember(ctx, caller)) return undefined
    const known = caller.principal?.kind === 'user' ? caller.principal : null
    const path = pathOf(request)
    const here = { ...ctx, origin: originOf(ctx.config, request) }
    if (request.method === 'GET' && path === SIGN_IN) {
      const { redirect_url } = await startGoogleSignIn(here, request, reply, known !== null)
      return reply.header('cache-control', 'no-store').redirect(redirect_url, 303)
    }
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (isPage && !/^\/(?:api|media)\//.test(path)) return sendInvitation(here, reply, known)
    throw new AppError(
      'unauthenticated',
      known
        ? 'This shop is by invitation, and your address was not invited.'
        : 'This shop is by invitation. Sign in with the address that was invited.',
    )
  })

  app.addHook('onSend', async (request, reply) => {
    if (!isClosed() || isOpen(request)) return
    const said = reply.getHeader('cache-control')
    if (!String(said).includes('no-store')) reply.header('cache-control', 'private, no-cache')
  })
}

function isOpen(request: FastifyRequest): boolean {
  const { method, routeOptions } = request
  const path = pathOf(request)
  const isFile =
    (method === 'GET' || method === 'HEAD') && (FILES.test(path) || LOOK.has(path) || LAW.has(path))
  return isFile || OPEN.has(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`)
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

const STYLE = pageStyle(`
body { min-height: 100vh; display: grid; place-items: center; padding: 1.5rem 1rem; box-sizing: border-box }
main { width: 100%; max-width: 26rem; overflow-wrap: anywhere }
img { display: block; height: 2.5rem; max-width: 100%; margin: 0 0 1.5rem }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; font-weight: 600; letter-spacing: -.02em }
p { margin: 1rem 0 0; color: var(--muted) }
p a { color: inherit; text-underline-offset: 3px }
.go { display: grid; place-items: center; min-height: 2.75rem; margin-top: 1.5rem; border-radius: 999px; background: var(--ink); color: var(--ground); font-weight: 500; text-decoration: none }
`)
const POLICY = pagePolicy(STYLE)

function sendInvitation(ctx: Ctx, reply: FastifyReply, known: Caller['principal']): FastifyReply {
  const { name, logo, imprint } = shopOf(ctx)
  const { OPERATOR_CONTACT: contact, signIn } = ctx.config
  const address = contact?.includes('@') ? `mailto:${contact}` : contact
  const page = renderPage({
    title: `${name} is by invitation`,
    style: STYLE,
    body: html`<main>
${logo && html`<img src="${logo}" alt="">`}
<h1>${name} is by invitation</h1>
<p>${known ? `${known.email ?? 'Your account'} was not invited. Sign in with the address that was.` : 'Sign in with the address that was invited.'}</p>
${contact && html`<p>Questions? <a href="${address}">${contact}</a></p>`}
${signIn !== 'none' && html`<a class="go" href="${SIGN_IN}">Sign in</a>`}
<p>${imprint && html`<a href="/imprint">Imprint</a> · `}<a href="/privacy">Privacy</a></p>
</main>`,
  })
  return reply
    .code(known ? 403 : 401)
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}
