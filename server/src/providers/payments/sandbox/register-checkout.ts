import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CardForm } from './check-card.ts'
import { CHECKOUT_CSP, renderCheckout, renderClosed } from './checkout-page.ts'
import type { SandboxGateway } from './create-sandbox-gateway.ts'
import type { SandboxCheckout } from './tables.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Serves the page that Stripe would host, at the session's address and in plain HTML. */
export async function registerSandboxCheckout(
  server: FastifyInstance,
  gateway: SandboxGateway,
): Promise<void> {
  await server.register(async (scope) => {
    if (!scope.hasContentTypeParser(FORM)) {
      scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
    }

    scope.get<{ Params: { session: string } }>(
      '/sandbox/checkout/:session',
      async (request, reply) => {
        const checkout = await gateway.findCheckout(request.params.session)
        return checkout?.state === 'open'
          ? send(reply, 200, renderCheckout({ ...checkout, form: EMPTY, fault: null }))
          : sendClosed(reply, checkout)
      },
    )

    scope.post<{ Params: { session: string } }>(
      '/sandbox/checkout/:session',
      async (request, reply) => {
        const card = readCard(request.body)
        const checkout = await gateway.findCheckout(request.params.session)
        if (!checkout) return sendClosed(reply, checkout)
        const verdict = await gateway.pay(checkout.id, card)
        // A second click finds the session paid and redirects like the first one.
        if (
          verdict === 'closed' &&
          (checkout.state === 'open' || checkout.state === 'authorized')
        ) {
          const now = await gateway.findCheckout(checkout.id)
          return now?.state === 'authorized'
            ? reply.redirect(successUrlOf(now), 303)
            : sendClosed(reply, now)
        }
        if (verdict === 'closed') return sendClosed(reply, checkout)
        if (verdict.accepted) return reply.redirect(successUrlOf(checkout), 303)
        return send(reply, 422, renderCheckout({ ...checkout, form: card, fault: verdict }))
      },
    )
  })
}

const EMPTY = { number: '', expiry: '' }

function readCard(body: unknown): CardForm {
  const form = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = form[name]
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc') }
}

function successUrlOf(checkout: SandboxCheckout): string {
  return checkout.successUrl
    .replaceAll('{CHECKOUT_SESSION_ID}', checkout.id)
    .replaceAll('%7BCHECKOUT_SESSION_ID%7D', checkout.id)
}

function sendClosed(reply: FastifyReply, checkout: SandboxCheckout | null): FastifyReply {
  if (!checkout) return send(reply, 404, renderClosed('There is no such checkout', null))
  if (checkout.state === 'expired' || checkout.state === 'released') {
    const link = { href: checkout.cancelUrl, text: 'Return to the recipe' }
    return send(reply, 410, renderClosed('This checkout has ended', link))
  }
  const link = { href: successUrlOf(checkout), text: 'Return to your creation' }
  return send(reply, 200, renderClosed('This checkout is complete', link))
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', CHECKOUT_CSP)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}
