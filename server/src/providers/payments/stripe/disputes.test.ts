import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, openGateway, paid } from '../../../../test/support/money/open-stripe-gateway.ts'
import { type StripeStandIn, startStripe } from '../../../../test/support/money/start-stripe.ts'
import { newId } from '../../../platform/ids.ts'
import type { GatewayError, PaymentGateway } from '../spec.ts'

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

const picture = {
  name: 'note.png',
  type: 'image/png' as const,
  bytes: Buffer.from('PNG é'),
}
const evidence = {
  product: 'A picture',
  deliveredOn: '2026-11-20',
  access: 'opened',
  refundPolicy: 'terms',
  statement: 'the receipt',
  file: picture,
}

async function disputed(more: { inquiry?: boolean } = {}) {
  const payment = await paid(stripe, gateway)
  await gateway.capture(payment, 300, newId())
  const dispute = await stripe.openDispute(payment.intentId, { amount: 300, ...more })
  const submit = (key: string, change = {}) =>
    gateway.submitEvidence(payment, {
      disputeId: dispute.id,
      evidence: { ...evidence, ...change },
      idempotencyKey: key,
    })
  return { payment, dispute, submit }
}

test('a dispute tells its reason, its date and whether the bank waits, up to an appeal', async () => {
  const { payment, dispute } = await disputed()
  const seen = async () => (await gateway.find(payment))?.disputes[0]
  expect(await seen()).toMatchObject({
    state: 'opened',
    phase: 'needs_response',
    reason: 'fraudulent',
    dueBy: new Date((dispute.evidence_details.due_by ?? 0) * 1000),
  })
  await stripe.moveDispute(dispute.id, 'lost')
  expect(await seen()).toMatchObject({ state: 'lost', phase: 'ended' })
  await stripe.moveDispute(dispute.id, 'appeal_under_review')
  expect(await seen()).toMatchObject({ state: 'lost', phase: 'appealed' })
})

test('evidence is uploaded and submitted once; the same key answers the same', async () => {
  const { dispute: opened, submit } = await disputed()
  expect((await submit('e1')).disputes).toMatchObject([{ phase: 'under_review' }])
  const dispute = await stripe.get('dispute', opened.id)
  const file = await stripe.find('file', dispute.evidence['uncategorized_file'] ?? '')
  expect(file).toMatchObject({
    filename: 'note.png',
    type: 'image/png',
    size: picture.bytes.length,
  })
  expect(dispute.evidence).toMatchObject({
    product_description: 'A picture',
    service_date: '2026-11-20',
    access_activity_log: 'opened',
    refund_policy_disclosure: 'terms',
    uncategorized_text: 'the receipt',
  })
  const files = (await stripe.list('file')).length
  await submit('e1')
  expect((await stripe.list('file')).length).toBe(files)
  expect((await stripe.get('dispute', opened.id)).evidence_details.submission_count).toBe(1)
  expect(await codeOf(submit('e1', { access: 'changed' }))).toBe('StripeIdempotencyError')
  expect(await codeOf(submit('e2'))).toBe('StripeInvalidRequestError')
})

test('evidence whose answer is lost between file and dispute is sent once by the retry', async () => {
  const { dispute, submit } = await disputed()
  const files = (await stripe.list('file')).length
  for (const on of [/POST .*files$/, /POST .*disputes/]) {
    loseAnswers(on)
    expect(await submit('e3').catch((error: GatewayError) => error)).toMatchObject({
      retryable: true,
    })
  }
  await submit('e3')
  expect((await stripe.list('file')).length).toBe(files + 1)
  expect((await stripe.get('dispute', dispute.id)).evidence_details.submission_count).toBe(1)
})

/** Lets the stand-in carry the request out, but lose its answer and the answers to both repetitions. */
function loseAnswers(on: RegExp): void {
  const effect = () => {
    for (let time = 0; time < 2; time++) {
      stripe.faults.push({ on, when: 'before', effect: () => undefined })
    }
  }
  stripe.faults.push({ on, when: 'after', effect })
}

test('an inquiry moves no money, is answered alike, and may become a dispute', async () => {
  const { payment, dispute, submit } = await disputed({ inquiry: true })
  expect((await submit('e4')).disputes).toMatchObject([
    { state: 'inquiry', phase: 'under_review', fee: 0 },
  ])
  await stripe.moveDispute(dispute.id, 'needs_response')
  expect((await gateway.find(payment))?.disputes).toMatchObject([
    { state: 'opened', phase: 'needs_response', fee: 1500 },
  ])
})

test('a warning of fraud names its payment', async () => {
  const payment = await paid(stripe, gateway)
  await stripe.warnOfFraud(payment.intentId)
  const event = (await stripe.list('event')).at(-1)
  if (!event) throw new Error('no event')
  const { body, headers } = stripe.sign(event)
  expect(gateway.readWebhook(body, headers)).toMatchObject({
    about: { intentId: payment.intentId },
    warning: 'The card network suspects fraud (made_with_stolen_card).',
  })
})

test("a dispute's fee is the fee less the part given back", async () => {
  const payment = await paid(stripe, gateway)
  await gateway.capture(payment, 300, 'c7')
  const dispute = await stripe.openDispute(payment.intentId)
  const back = await stripe.transact('adjustment', dispute.id, 300, -500)
  const all = [...dispute.balance_transactions, back]
  await stripe.change('dispute', dispute.id, { balance_transactions: all })
  expect((await gateway.find(payment))?.disputes).toMatchObject([{ fee: 1000 }])
})
