import { html } from '@vignette/contract/html.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../platform/http/app-error.ts'
import { pagePolicy, pageStyle, renderPage } from '../platform/http/html-page.ts'

const SENTENCE = 'This server is not set up yet.'

/** What the page of the first start needs, and what asks whether the process lives. */
const OPEN = new Set([
  '/setup',
  ...['/setup', '/setup/settings', '/setup/test', '/healthcheck', '/config', '/auth/me'].map(
    (path) => API_BASE + path,
  ),
])

const STYLE = pageStyle(`
main{max-width:26rem;margin:0 auto;padding:20vh 1.5rem}
h1{margin:0;font-size:1.5rem;line-height:1.2;font-weight:600;letter-spacing:-.02em}
p{margin:1rem 0 0}
a{color:var(--accent);text-underline-offset:3px}
`)

/** A public server without an owner serves the page of its first start alone. */
export function addSetUpGate(app: FastifyInstance, { config }: Pick<Ctx, 'config'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (config.missing === undefined) return undefined
    const [path = ''] = request.url.split('?')
    if (OPEN.has(path) || /^\/(?:assets|fonts)\/|^\/(?:theme\.js|favicon[^/]*)$/.test(path))
      return undefined
    if (path.startsWith(API_BASE) || request.method !== 'GET') {
      throw new AppError('unavailable', SENTENCE)
    }
    return reply
      .code(503)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(STYLE))
      .send(
        renderPage({
          title: SENTENCE,
          style: STYLE,
          body: html`<main>
<h1>${SENTENCE}</h1>
<p>Whoever runs it <a href="/setup">sets it up here</a>, with the code in its log.</p>
</main>`,
        }),
      )
  })
}
