import { formatCents } from '@vignette/contract/money.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/html.ts'
import { acceptForms, layout, readField, sendPage } from '../../hosted-page.ts'
import { sayWhenCharged } from '../say-when-charged.ts'
import type { CardForm } from './check-card.ts'
import type { SandboxGateway } from './sandbox-gateway.ts'
import type { SandboxCheckout } from './tables.ts'
import { TAX_PLACES } from './tax-places.ts'

interface CheckoutPage {
  title: string
  /** Who sells. */
  seller: string
  amount: number
  /** When the card is charged, in words. */
  promise: string
  cancelUrl: string
  /** Asks for the country, whose tax the amount includes. */
  taxed: boolean
  form: Pick<CardForm, 'number' | 'expiry' | 'country'>
  fault: { field: keyof CardForm | null; message: string } | null
}

const NOTICE = {
  title: 'Test checkout',
  text: 'No real card is asked for, no money moves.',
}

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'is accepted'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0000 0000 0259', 'is accepted and disputed later'],
  ['4000 0000 0000 5423', 'is accepted, and its bank warns of fraud later'],
] as const

function field(
  page: CheckoutPage,
  name: keyof CardForm,
  label: string,
  attributes: Html,
  value: string,
): Html {
  const wrong = page.fault?.field === name
  // A declined card is no typing error, so the message stands at the card number.
  const refused = page.fault?.field === null && name === 'number'
  const error = wrong
    ? html`<p class="error" id="${name}-error">${page.fault?.message ?? ''}</p>`
    : null
  return html`<div class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required inputmode="numeric" spellcheck="false" ${attributes}${wrong && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`}${refused && html` aria-describedby="refused" autofocus`}>
${error}</div>`
}

function countryField({ taxed, form, fault }: CheckoutPage): Html | null {
  if (!taxed) return null
  const wrong = fault?.field === 'country'
  const error = wrong ? html`<p class="error" id="country-error">${fault?.message ?? ''}</p>` : null
  const options = TAX_PLACES.map(
    ({ code, name }) =>
      html`<option value="${code}"${form.country === code && ' selected'}>${name}</option>`,
  )
  return html`<div class="field wide">
<label for="country">Country</label>
<select id="country" name="country" required autocomplete="country"${wrong && html` aria-invalid="true" aria-describedby="country-error" autofocus`}><option value="">Choose a country</option>${options}</select>
${error}</div>
`
}

function rateTable(): Html {
  const places = TAX_PLACES.map(({ name, rates }) => {
    const taxes = rates.map((rate) => `${rate.percent}% ${rate.name}`).join(' and ')
    return html`<li>${name}: ${taxes || 'no tax'}</li>`
  })
  return html`<details><summary>Tax rates, made up for tests</summary><ul>${places}</ul></details>`
}

function renderCheckout(page: CheckoutPage): string {
  const price = formatCents(page.amount)
  const refused =
    page.fault && page.fault.field === null
      ? html`<div class="refused" id="refused" role="alert"><p><strong>${page.fault.message}</strong></p><p>Nothing was charged. Try another card.</p></div>`
      : null
  const cards = TEST_CARDS.map(
    ([number, what]) => html`<li><code>${number}</code> <span>${what}</span></li>`,
  )
  return layout({
    notice: NOTICE,
    title: `${page.fault ? 'Error: ' : ''}Pay ${price} · Vignette · Test checkout`,
    body: html`<section class="order" aria-labelledby="order">
<p class="seller"><strong>Vignette</strong> · sold by ${page.seller}</p>
<h1 id="order">${page.title}</h1>
<p class="price">${price}</p>
${page.taxed && html`<p class="promise">Includes the tax of your country.</p>\n`}<p class="promise">${page.promise}</p>
</section>
<section class="card" aria-labelledby="pay-with">
<h2 id="pay-with">Pay with card</h2>
${refused}
<form method="post" novalidate>
${field(page, 'number', 'Card number', html`autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"`, page.form.number)}
${field(page, 'expiry', 'Expiry', html`autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"`, page.form.expiry)}
${field(page, 'cvc', 'CVC', html`autocomplete="cc-csc" placeholder="123" maxlength="4"`, '')}
${countryField(page)}<button type="submit">Pay ${price}</button>
</form>
<p class="back"><a href="${page.cancelUrl}">Cancel and return</a></p>
<details><summary>Cards to test with</summary><ul>${cards}</ul><p>Any expiry in the future and any three digits will do.</p></details>
${page.taxed && rateTable()}</section>`,
  })
}

function renderClosed(message: string, link: { href: string; text: string } | null): string {
  const back = link ? html`<p class="back"><a href="${link.href}">${link.text}</a></p>` : null
  return layout({
    notice: NOTICE,
    title: message,
    body: html`<section class="card closed"><h1>${message}</h1><p>Nothing more was charged.</p>${back}</section>`,
  })
}

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
