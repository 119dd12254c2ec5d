import { newObjectId } from './stripe-books.ts'
import { Refusal, type Session } from './stripe-objects.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** https://docs.stripe.com/api/checkout/sessions/create: expires_at is 30 minutes to 24 hours away. */
export function readSession(
  form: Record<string, string>,
  { now: created, origin }: { now: number; origin: string },
): Session {
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
    throw new Refusal('This stand-in covers manual capture alone.')
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
  field('line_items[0][price_data][product_data][name]')
  if (amount < 50) {
    throw new Refusal('The Checkout Session’s total amount due must add up to at least $0.50 usd', {
      code: 'amount_too_small',
    })
  }
  const taxBehavior = readTaxBehavior(form)
  const id = newObjectId('cs_test')
  return {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency: field('line_items[0][price_data][currency]'),
    client_reference_id: form['client_reference_id'] ?? null,
    metadata: readMetadata(form, 'metadata'),
    success_url: field('success_url'),
    cancel_url: form['cancel_url'] ?? '',
    url: `${origin}/c/pay/${id}`,
    created,
    expires_at: expiresAt,
    automatic_tax: {
      enabled: taxBehavior !== null,
      status: taxBehavior ? 'requires_location_inputs' : null,
    },
    total_details: { amount_tax: 0, breakdown: { taxes: [] } },
    taxBehavior,
    payment_intent: null,
    intentMetadata: readMetadata(form, 'payment_intent_data[metadata]'),
  }
}

/** https://docs.stripe.com/tax/checkout: automatic tax needs to know what is sold and how it is priced. */
function readTaxBehavior(form: Record<string, string>): Session['taxBehavior'] {
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

export function readMetadata(form: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  )
}
