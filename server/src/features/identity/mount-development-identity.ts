import { html } from '@vignette/contract/html.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { pageStyle, renderPage } from '../../platform/http/html-page.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { shopOf } from '../../shop.ts'
import { keepTransaction, readTransaction } from './sign-in-transaction.ts'
import { assertOnThisMachine, CALLBACK_PATH } from './start-google-sign-in.ts'

const form = z.object({
  email: z.string().trim().toLowerCase().max(200).pipe(z.email()),
  admin: z.string().optional(),
})
const DEVELOPMENT_PATH = '/auth/development'

/** An identity provider for development; found only where `config.signIn` is `development`. */
export function mountDevelopmentIdentity(
  server: FastifyInstance,
  ctx: Pick<Ctx, 'config' | 'clock'>,
): void {
  const hidden = { schema: { hide: true } } as object
  server.get(DEVELOPMENT_PATH, hidden, async (request, reply) => {
    if (ctx.config.signIn !== 'development') return reply.callNotFound()
    assertOnThisMachine(ctx, request)
    const { name } = shopOf({ ...ctx, origin: originOf(ctx.config, request) })
    const started = readTransaction(ctx, request) !== undefined
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(name, started ? '' : expired(name)))
  })
  server.post(DEVELOPMENT_PATH, hidden, async (request, reply) => {
    if (ctx.config.signIn !== 'development') return reply.callNotFound()
    assertOnThisMachine(ctx, request)
    reply.header('cache-control', 'no-store')
    const { name } = shopOf({ ...ctx, origin: originOf(ctx.config, request) })
    const transaction = readTransaction(ctx, request)
    const read = form.safeParse(request.body)
    if (!transaction || !read.success) {
      const fault = transaction ? 'Please enter a valid email address.' : expired(name)
      return reply.status(400).type('text/html; charset=utf-8').send(page(name, fault))
    }
    const development = { email: read.data.email, admin: read.data.admin !== undefined }
    keepTransaction(ctx, reply, { ...transaction, development })
    return reply.redirect(`${CALLBACK_PATH}?state=${encodeURIComponent(transaction.state)}`, 303)
  })
}

const expired = (shop: string) => `This sign-in has expired. Go back to ${shop} and start again.`

const STYLE = pageStyle(`
* { box-sizing: border-box }
body { min-height: 100vh; display: grid; place-items: center; padding: 1.5rem 1rem }
main { width: 100%; max-width: 26rem; padding: clamp(1.5rem, 6vw, 2rem); background: var(--surface); border: 1px solid var(--line); border-radius: 18px }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; font-weight: 600; letter-spacing: -.02em }
p { margin: 1rem 0 0 }
.note { padding: .75rem 1rem; border-radius: 8px; background: var(--warn-wash); color: var(--warn); font-size: .875rem; line-height: 1.5 }
.fault { color: var(--danger); font-weight: 500 }
label { display: block; margin: 1.5rem 0 .375rem; font-size: .875rem; font-weight: 500 }
label.check { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; margin: .5rem 0 0; font-size: .9375rem; font-weight: 400; cursor: pointer }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent) }
input[type=email] { width: 100%; height: 2.75rem; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit }
button { width: 100%; height: 2.75rem; margin-top: 1rem; border: 0; border-radius: 999px; background: var(--ink); color: var(--ground); font: inherit; font-size: .9375rem; font-weight: 500; cursor: pointer }
button:hover { opacity: .85 }
`)

function page(shop: string, fault: string): string {
  return renderPage({
    title: `Development sign-in – ${shop}`,
    style: STYLE,
    body: html`<main>
<h1>Development sign-in</h1>
<p class="note">Google sign-in is not set up, so this page stands in for it. It works on this machine only, where each caller may sign in under any address.</p>
${fault && html`<p class="fault" role="alert">${fault}</p>`}
<form method="post" action="${DEVELOPMENT_PATH}">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="200" autocomplete="email" value="dev@example.com">
<label class="check"><input type="checkbox" name="admin" value="1"> Sign in as an administrator</label>
<button type="submit">Continue</button>
</form>
</main>`,
  })
}
