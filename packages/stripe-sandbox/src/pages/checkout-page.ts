import { authorise, type Card } from '../checkout.ts'
import type { Session } from '../objects.ts'
import { ENDINGS, passTime } from '../pass-time.ts'
import { PLACES } from '../tax.ts'
import { formatSum } from '../terms.ts'
import { type CardForm, cardNumber, checkCard, refuse, type Verdict } from './check-card.ts'
import { type Desk, type Form, type Page, type PageKit, readField, type Shown } from './page.ts'

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

const OFFERED = PLACES.flatMap(({ name, ...place }) => (name ? [{ name, ...place }] : []))

interface CheckoutPage {
  session: Session
  /** Who sells. */
  seller: string
  write: (amount: number) => string
  form: CardForm
  fault: { field: keyof CardForm | null; message: string } | null
}

/** The page that Stripe would host, in plain HTML. */
export function checkoutPage<Html>(desk: Desk, kit: PageKit<Html>): Page {
  const { store } = desk

  const render = (session: Session, form: CardForm, fault: CheckoutPage['fault']) =>
    renderCheckout(kit, {
      session,
      seller: desk.seller(),
      write: (sum) => formatSum(store.terms, sum),
      form,
      fault,
    })

  /** The session and how far its payment went. */
  async function look(id: string) {
    await passTime(store, ENDINGS)
    return store.read(async (books) => {
      const session = await books.find('checkout.session', id)
      const intent = session?.payment_intent
        ? await books.find('payment_intent', session.payment_intent)
        : undefined
      return { session, status: intent?.status }
    })
  }

  async function showClosed(id: string): Promise<Shown> {
    const { session, status } = await look(id)
    if (!session) {
      return { status: 404, html: renderClosed(kit, 'There is no such checkout', null) }
    }
    if (session.status === 'expired' || status === 'canceled') {
      const link = { href: session.cancel_url, text: 'Return to the recipe' }
      return { status: 410, html: renderClosed(kit, 'This checkout has ended', link) }
    }
    const link = { href: successUrlOf(session), text: 'Return to your creation' }
    return { status: 200, html: renderClosed(kit, 'This checkout is complete', link) }
  }

  async function submit(id: string, form: Form): Promise<Shown> {
    const { session, status } = await look(id)
    // A second click finds the session paid and redirects like the first one.
    if (session && status === 'requires_capture') return { redirect: successUrlOf(session) }
    if (session?.status !== 'open') return showClosed(id)
    const card = readCard(form)
    const verdict = await enterCard(desk, id, card)
    if (verdict === 'closed') return submit(id, form)
    return verdict.accepted
      ? { redirect: successUrlOf(session) }
      : { status: 422, html: render(session, card, verdict) }
  }

  return {
    address: '/sandbox/checkout/:id',

    async show(id) {
      const { session } = await look(id)
      return session?.status === 'open'
        ? { status: 200, html: render(session, EMPTY, null) }
        : showClosed(id)
    },

    submit,
  }
}

/** Authorises a card that is accepted; the session may have ended meanwhile. */
export function enterCard(
  { store, fingerprint }: Desk,
  id: string,
  card: CardForm,
): Promise<Verdict | 'closed'> {
  return store.write(async (books) => {
    const session = await books.get('checkout.session', id)
    if (session.status !== 'open') return 'closed'
    const place = OFFERED.find(({ code }) => code === card.country)?.code
    const verdict =
      session.own.taxBehavior && !place
        ? refuse('country', 'Choose a country.')
        : checkCard(card, new Date(books.now * 1000))
    if (!verdict.accepted) return verdict
    const paid: Card = { fingerprint: fingerprint(cardNumber(card)), later: verdict.later }
    await authorise(books, id, place ? { ...paid, place } : paid)
    return verdict
  })
}

const EMPTY: CardForm = { number: '', expiry: '', cvc: '', country: '' }

function readCard(form: Form): CardForm {
  return {
    number: readField(form, 'number'),
    expiry: readField(form, 'expiry'),
    cvc: readField(form, 'cvc'),
    country: readField(form, 'country'),
  }
}

function successUrlOf({ id, success_url: url }: Session): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll('%7BCHECKOUT_SESSION_ID%7D', id)
}

function field<Html>(
  { html }: PageKit<Html>,
  page: CheckoutPage,
  name: keyof CardForm,
  label: string,
  attributes: Html,
): Html {
  const wrong = page.fault?.field === name
  // A declined card is no typing error, so the message stands at the card number.
  const refused = page.fault?.field === null && name === 'number'
  const error = wrong
    ? html`<p class="error" id="${name}-error">${page.fault?.message ?? ''}</p>`
    : null
  return html`<div class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${name === 'cvc' ? '' : page.form[name]}" required inputmode="numeric" spellcheck="false" ${attributes}${wrong && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`}${refused && html` aria-describedby="refused" autofocus`}>
${error}</div>`
}

function countryField<Html>(
  { html }: PageKit<Html>,
  { session, form, fault }: CheckoutPage,
): Html | null {
  if (!session.own.taxBehavior) return null
  const wrong = fault?.field === 'country'
  const error = wrong ? html`<p class="error" id="country-error">${fault?.message ?? ''}</p>` : null
  const options = OFFERED.map(
    ({ code, name }) =>
      html`<option value="${code}"${form.country === code && ' selected'}>${name}</option>`,
  )
  return html`<div class="field wide">
<label for="country">Country</label>
<select id="country" name="country" required autocomplete="country"${wrong && html` aria-invalid="true" aria-describedby="country-error" autofocus`}><option value="">Choose a country</option>${options}</select>
${error}</div>
`
}

function rateTable<Html>({ html }: PageKit<Html>): Html {
  const places = OFFERED.map(({ name, rates }) => {
    const taxes = rates.map((rate) => `${rate.percent}% ${rate.name}`).join(' and ')
    return html`<li>${name}: ${taxes || 'no tax'}</li>`
  })
  return html`<details><summary>Tax rates, made up for tests</summary><ul>${places}</ul></details>`
}

function renderCheckout<Html>(kit: PageKit<Html>, page: CheckoutPage): string {
  const { html, layout } = kit
  const { own, amount_total: amount, cancel_url: cancelUrl } = page.session
  const price = page.write(amount)
  const refused =
    page.fault && page.fault.field === null
      ? html`<div class="refused" id="refused" role="alert"><p><strong>${page.fault.message}</strong></p><p>Nothing was charged. Try another card.</p></div>`
      : null
  const cards = TEST_CARDS.map(
    ([number, what]) => html`<li><code>${number}</code> <span>${what}</span></li>`,
  )
  return layout({
    notice: NOTICE,
    title: `${page.fault ? 'Error: ' : ''}Pay ${price} · ${page.seller} · Test checkout`,
    body: html`<section class="order" aria-labelledby="order">
<p class="seller">Sold by <strong>${page.seller}</strong></p>
<h1 id="order">${own.title}</h1>
<p class="price">${price}</p>
${own.taxBehavior && html`<p class="promise">Includes the tax of your country.</p>\n`}<p class="promise">${own.promise}</p>
</section>
<section class="card" aria-labelledby="pay-with">
<h2 id="pay-with">Pay with card</h2>
${refused}
<form method="post" novalidate>
${field(kit, page, 'number', 'Card number', html`autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"`)}
${field(kit, page, 'expiry', 'Expiry', html`autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"`)}
${field(kit, page, 'cvc', 'CVC', html`autocomplete="cc-csc" placeholder="123" maxlength="4"`)}
${countryField(kit, page)}<button type="submit">Pay ${price}</button>
</form>
<p class="back"><a href="${cancelUrl}">Cancel and return</a></p>
<details><summary>Cards to test with</summary><ul>${cards}</ul><p>Any expiry in the future and any three digits will do.</p></details>
${own.taxBehavior && rateTable(kit)}</section>`,
  })
}

function renderClosed<Html>(
  { html, layout }: PageKit<Html>,
  message: string,
  link: { href: string; text: string } | null,
): string {
  const back = link ? html`<p class="back"><a href="${link.href}">${link.text}</a></p>` : null
  return layout({
    notice: NOTICE,
    title: message,
    body: html`<section class="card closed"><h1>${message}</h1><p>Nothing more was charged.</p>${back}</section>`,
  })
}
