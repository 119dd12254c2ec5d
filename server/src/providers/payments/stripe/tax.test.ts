import { type StripeStandIn, startStripe } from '@vignette/stripe-sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkoutOf, openGateway } from '../../../../test/support/money/open-stripe-gateway.ts'
import { newId } from '../../../platform/ids.ts'
import type { PaymentGateway } from '../spec.ts'

let stripe: StripeStandIn
let gateway: PaymentGateway
beforeAll(async () => {
  stripe = await startStripe()
  gateway = openGateway(stripe)
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
  ['US-OR', []],
  // The state's tax and the city's are owed to the state.
  ['US-NY', [{ jurisdiction: 'US-NY', name: 'sales tax', amount: 23 }]],
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
    const intent = stripe.state.pay(sessionId, undefined, place)
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
  const reported = (intentId: string | null) =>
    stripe.state.taxTransactions
      .filter(({ payment_intent }) => payment_intent === intentId)
      .map(({ type, amount_tax }) => [type, amount_tax])
  const pay = async () => {
    const { sessionId } = await gateway.createCheckout(checkoutOf())
    return { sessionId, intentId: stripe.state.pay(sessionId).id }
  }
  const released = await pay()
  await gateway.release(released, newId())
  expect(reported(released.intentId)).toEqual([])
  const sold = await pay()
  expect(reported(sold.intentId)).toEqual([])
  await gateway.capture(sold, 300, newId())
  await gateway.refund(sold, { refundId: 'r', amount: 300, idempotencyKey: newId() })
  expect(reported(sold.intentId)).toEqual([
    ['transaction', 48],
    ['reversal', -48],
  ])
})

test('without tax a checkout asks Stripe for exactly what it asked before', async () => {
  await gateway.createCheckout(checkoutOf())
  await taxing().createCheckout(checkoutOf())
  const [asked = {}, taxed = {}] = stripe.checkoutForms.slice(-2)
  expect(Object.keys(asked).filter((name) => name.includes('tax'))).toEqual([])
  const added = Object.entries(taxed).filter(([name]) => !(name in asked))
  expect(added).toEqual([
    ['line_items[0][price_data][tax_behavior]', 'inclusive'],
    ['line_items[0][price_data][product_data][tax_code]', 'txcd_10501000'],
    ['automatic_tax[enabled]', 'true'],
  ])
})
