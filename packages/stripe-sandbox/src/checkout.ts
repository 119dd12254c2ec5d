import { type Charge, type Intent, type Later, Refusal, type Session } from './objects.ts'
import { type Books, newObjectId } from './store.ts'
import { computeTax } from './tax.ts'
import { formatSum } from './terms.ts'

const HOUR = 3600
const DAY = 24 * HOUR

type Form = Record<string, string>

/** https://docs.stripe.com/api/checkout/sessions/create: expires_at is 30 minutes to 24 hours away. */
export function createSession(books: Books, form: Form): Promise<Session> {
  const created = books.now
  const field = (name: string) => {
    const value = form[name]
    if (!value) {
      throw new Refusal(`Missing required param: ${name}.`, {
        code: 'parameter_missing',
        param: name,
      })
    }
    return value
  }
  if (field('mode') !== 'payment') throw new Refusal('Invalid mode')
  if (form['payment_intent_data[capture_method]'] !== 'manual') {
    throw new Refusal('The sandbox covers manual capture alone.')
  }
  const expiresAt = Number(form['expires_at'] ?? created + DAY)
  if (expiresAt < created + HOUR / 2 || expiresAt > created + DAY) {
    throw new Refusal(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation and less than 24 hours from it.',
      { param: 'expires_at' },
    )
  }
  const amount =
    Number(field('line_items[0][price_data][unit_amount]')) *
    Number(field('line_items[0][quantity]'))
  const { terms } = books
  if (amount < terms.least) {
    const least = `${formatSum(terms, terms.least)} ${terms.currency}`
    throw new Refusal(`The Checkout Session’s total amount due must add up to at least ${least}`, {
      code: 'amount_too_small',
    })
  }
  const taxBehavior = readTaxBehavior(form)
  const id = newObjectId('cs_test')
  const successUrl = field('success_url')
  return books.put('checkout.session', {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency: field('line_items[0][price_data][currency]'),
    client_reference_id: form['client_reference_id'] ?? null,
    metadata: readMetadata(form, 'metadata'),
    success_url: successUrl,
    cancel_url: form['cancel_url'] ?? '',
    url: books.addressOf(`/sandbox/checkout/${id}`, successUrl),
    created,
    expires_at: expiresAt,
    automatic_tax: {
      enabled: taxBehavior !== null,
      status: taxBehavior ? 'requires_location_inputs' : null,
    },
    total_details: { amount_tax: 0, breakdown: { taxes: [] } },
    payment_intent: null,
    own: {
      title: field('line_items[0][price_data][product_data][name]'),
      promise: form['custom_text[submit][message]'] ?? '',
      taxBehavior,
      intentMetadata: readMetadata(form, 'payment_intent_data[metadata]'),
    },
  })
}

/** https://docs.stripe.com/tax/checkout: automatic tax needs to know what is sold and how it is priced. */
function readTaxBehavior(form: Form): Session['own']['taxBehavior'] {
  if (form['automatic_tax[enabled]'] !== 'true') return null
  const code = form['line_items[0][price_data][product_data][tax_code]'] ?? ''
  if (!/^txcd_\d{8}$/.test(code)) {
    throw new Refusal(`Invalid tax code: '${code}'`, { param: 'tax_code' })
  }
  const behavior = form['line_items[0][price_data][tax_behavior]']
  if (behavior === 'inclusive' || behavior === 'exclusive') return behavior
  throw new Refusal('Prices of sessions with automatic tax need a tax_behavior.', {
    param: 'line_items[0][price_data][tax_behavior]',
  })
}

export function readMetadata(form: Form, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  )
}

/** https://docs.stripe.com/api/checkout/sessions/expire */
export async function expireSession(books: Books, id: string): Promise<Session> {
  const session = await books.get('checkout.session', id)
  if (session.status !== 'open') {
    throw new Refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }
  session.status = 'expired'
  session.url = null
  await books.put('checkout.session', session)
  await books.announce('checkout.session.expired', session)
  return session
}

export interface Card {
  fingerprint?: string
  /** Where the buyer lives, which a taxed checkout asks for. */
  place?: string
  later?: Later | null
}

/** Authorises a card, as the hosted page does. */
export async function authorise(
  books: Books,
  sessionId: string,
  { fingerprint = newObjectId('card'), place = 'DE', later = null }: Card = {},
): Promise<Intent> {
  const session = await books.get('checkout.session', sessionId)
  if (session.status !== 'open') throw new Refusal('This session is not open.')
  const { taxBehavior, intentMetadata: metadata } = session.own
  if (taxBehavior) {
    const inclusive = taxBehavior === 'inclusive'
    const taxes = computeTax(session.amount_total, inclusive, place)
    const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
    session.total_details = { amount_tax: tax, breakdown: { taxes } }
    session.automatic_tax.status = 'complete'
    if (!inclusive) session.amount_total += tax
  }
  const { amount_total: amount, currency } = session
  const captureBefore = books.now + 7 * DAY
  const charge: Charge = {
    id: newObjectId('ch'),
    object: 'charge',
    payment_intent: newObjectId('pi'),
    amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    disputed: false,
    balance_transaction: null,
    payment_method_details: { card: { capture_before: captureBefore, fingerprint } },
    own: { later },
  }
  await books.put('charge', charge)
  const intent = await books.put('payment_intent', {
    id: charge.payment_intent,
    object: 'payment_intent',
    status: 'requires_capture',
    amount,
    amount_capturable: amount,
    amount_received: 0,
    currency,
    capture_method: 'manual',
    metadata,
    latest_charge: charge.id,
    created: books.now,
    own: { captureBefore },
  })
  session.payment_intent = intent.id
  session.status = 'complete'
  session.url = null
  await books.put('checkout.session', session)
  await books.announce('payment_intent.amount_capturable_updated', intent)
  await books.announce('checkout.session.completed', session)
  return intent
}
