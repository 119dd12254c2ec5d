import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptForms, readField, sendPage } from '../../hosted-page/send-page.ts'
import { sayWhenCharged } from '../say-when-charged.ts'
import type { CardForm } from './check-card.ts'
import { renderCheckout, renderClosed } from './checkout-page.ts'
import type { SandboxGateway } from './sandbox-gateway.ts'
import type { SandboxCheckout } from './tables.ts'

/** Serves the page that Stripe would host, at the session's address and in plain HTML. */
export async function registerSandboxCheckout(
  server: FastifyInstance,
  gateway: SandboxGateway,
  seller: string,
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)

    scope.get<{ Params: { session: string } }>(
      '/sandbox/checkout/:session',
      async (request, reply) => {
        const checkout = await gateway.findCheckout(request.params.session)
        return checkout?.state === 'open'
          ? sendPage(
              reply,
              200,
              renderCheckout({
                ...checkout,
                seller,
                promise: sayWhenCharged(checkout),
                form: EMPTY,
                fault: null,
              }),
            )
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
        return sendPage(
          reply,
          422,
          renderCheckout({
            ...checkout,
            seller,
            promise: sayWhenCharged(checkout),
            form: card,
            fault: verdict,
          }),
        )
      },
    )
  })
}

const EMPTY = { number: '', expiry: '', country: '' }

function readCard(body: unknown): CardForm {
  return {
    number: readField(body, 'number'),
    expiry: readField(body, 'expiry'),
    cvc: readField(body, 'cvc'),
    country: readField(body, 'country'),
  }
}

function successUrlOf(checkout: SandboxCheckout): string {
  return checkout.successUrl
    .replaceAll('{CHECKOUT_SESSION_ID}', checkout.id)
    .replaceAll('%7BCHECKOUT_SESSION_ID%7D', checkout.id)
}

function sendClosed(reply: FastifyReply, checkout: SandboxCheckout | null): FastifyReply {
  if (!checkout) return sendPage(reply, 404, renderClosed('There is no such checkout', null))
  if (checkout.state === 'expired' || checkout.state === 'released') {
    const link = { href: checkout.cancelUrl, text: 'Return to the recipe' }
    return sendPage(reply, 410, renderClosed('This checkout has ended', link))
  }
  const link = { href: successUrlOf(checkout), text: 'Return to your creation' }
  return sendPage(reply, 200, renderClosed('This checkout is complete', link))
}
