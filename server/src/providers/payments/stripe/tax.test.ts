import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkoutOf, openGateway } from '../../../../test/support/money/open-stripe-gateway.ts'
import { type StripeStandIn, startStripe } from '../../../../test/support/money/start-stripe.ts'
import { newId } from '../../../platform/ids.ts'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(() => stripe.close())

const TAX_CODES = { image: 'txcd_10501000', video: 'txcd_10402100' }

function taxing() {
  return openGateway(stripe, { taxCodes: TAX_CODES })
}

test.each([
  ['DE', [{ jurisdiction: 'DE', name: 'VAT', amount: 48 }]],
  ['JP', [{ jurisdiction: 'JP', name: 'consumption tax', amount: 27 }]],
  ['XX', []],
  // The state's tax and the city's are owed to the state.
  ['US-WA', [{ jurisdiction: 'US-WA', name: 'sales tax', amount: 28 }]],
  [
    'CA-QC',
    [
      { jurisdiction: 'CA', name: 'GST', amount: 13 },
      { jurisdiction: 'CA-QC', name: 'QST', amount: 26 },
    ],
  ],
])(
  'a taxed checkout costs the same in %s and says which tax is in the price',
  async (place, taxes) => {
    const gateway = taxing()
    const { sessionId } = await gateway.createCheckout(checkoutOf({ makes: 'video' }))
    expect((await gateway.find({ sessionId }))?.taxes).toEqual([])
    const intent = await stripe.pay(sessionId, { place })
    expect(await gateway.find({ sessionId })).toMatchObject({
      state: 'authorized',
      amount: 300,
      taxes,
    })
    expect(await gateway.find({ intentId: intent.id })).toMatchObject({ taxes })
    const listed = []
    for await (const view of gateway.list(new Date(0))) listed.push(view)
    expect(listed.find((view) => view.sessionId === sessionId)).toMatchObject({ taxes })
    const captured = await gateway.capture({ sessionId, intentId: intent.id }, 300, newId())
    expect(captured).toMatchObject({ capturedAmount: 300, taxes })
  },
)

test('a cancelled authorisation reports no tax, a refund takes its tax back', async () => {
  const gateway = taxing()
  const reported = async (intentId: string) =>
    (await stripe.list('tax.transaction', { payment_intent: intentId })).map((each) => [
      each.type,
      each.amount_tax,
    ])
  const pay = async () => {
    const { sessionId } = await gateway.createCheckout(checkoutOf())
    return { sessionId, intentId: (await stripe.pay(sessionId)).id }
  }
  const released = await pay()
  await gateway.release(released, newId())
  expect(await reported(released.intentId)).toEqual([])
  const sold = await pay()
  expect(await reported(sold.intentId)).toEqual([])
  await gateway.capture(sold, 300, newId())
  await gateway.refund(sold, { refundId: 'r', amount: 300, idempotencyKey: newId() })
  expect(await reported(sold.intentId)).toEqual([
    ['transaction', 48],
    ['reversal', -48],
  ])
})

test('without tax a checkout asks Stripe for exactly what it asked before', async () => {
  const forms: Record<string, string>[] = []
  const reading: typeof fetch = (url, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    forms.push(Object.fromEntries(new URLSearchParams(body)))
    return fetch(url, init)
  }
  await openGateway(stripe, { fetch: reading }).createCheckout(checkoutOf())
  await openGateway(stripe, { fetch: reading, taxCodes: TAX_CODES }).createCheckout(checkoutOf())
  const [asked = {}, taxed = {}] = forms
  expect(Object.keys(asked).filter((name) => name.includes('tax'))).toEqual([])
  const added = Object.entries(taxed).filter(([name]) => !(name in asked))
  expect(added).toEqual([
    ['line_items[0][price_data][tax_behavior]', 'inclusive'],
    ['line_items[0][price_data][product_data][tax_code]', 'txcd_10501000'],
    ['automatic_tax[enabled]', 'true'],
  ])
})
