import { Refusal } from '@vignette/stripe-sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describePayoutGateway } from '../../../../test/support/describe-payout-gateway.ts'
import {
  PENDING,
  type StripeStandIn,
  startStripe,
} from '../../../../test/support/money/start-stripe.ts'
import { newId } from '../../../platform/ids.ts'
import type { GatewayError, PayoutGateway } from '../spec.ts'
import { createStripePayouts } from './create-stripe-payouts.ts'

const EPOCH = new Date(0)
const PAGES = { returnUrl: 'http://here/back', refreshUrl: 'http://here/again' }

let stripe: StripeStandIn
let gateway: PayoutGateway

const fund = (amount: number) => stripe.transact('topup', null, amount)

beforeAll(async () => {
  stripe = await startStripe()
  gateway = createStripePayouts({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.connectWebhookSecret,
    testMode: true,
    apiUrl: stripe.origin,
  })
})
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(() => stripe.close())

describePayoutGateway('Stripe', async () => ({
  gateway,
  fund: async (amount) => void (await fund(amount)),
  identify: (accountId) => stripe.identify(accountId),
  restrict: (accountId) => stripe.restrict(accountId, 'identity.individual.address'),
  payAtBank: async (accountId) => {
    for (const { id } of await stripe.list('payout', { account: accountId }))
      await stripe.settlePayout(id, 'paid')
  },
}))

async function open(): Promise<string> {
  const creatorId = newId()
  const { accountId } = await gateway.openAccount({
    creatorId,
    email: 'creator@example.org',
    country: 'DE',
    idempotencyKey: creatorId,
  })
  return accountId
}

async function ready(): Promise<string> {
  const accountId = await open()
  await stripe.identify(accountId)
  return accountId
}

function transferOf(accountId: string, amount = 1000) {
  const payoutId = newId()
  return { payoutId, accountId, amount, currency: 'usd', idempotencyKey: payoutId }
}

/** A transfer to a new account, which Stripe passes on to the bank at once. */
async function sendToBank() {
  await fund(1000)
  const accountId = await ready()
  const { transferId } = await gateway.transfer(transferOf(accountId))
  const [payout] = await stripe.list('payout', { account: accountId })
  if (!payout) throw new Error('no bank payout')
  return { accountId, transferId, payout }
}

async function failureOf(work: Promise<unknown>): Promise<GatewayError> {
  return work.then(
    () => new Error('the call succeeded') as GatewayError,
    (error: GatewayError) => error,
  )
}

async function bankPayoutsOf(accountId: string) {
  const found = []
  for await (const each of gateway.listBankPayouts(accountId, EPOCH)) found.push(each)
  return found
}

async function readThin(...given: Parameters<StripeStandIn['signThin']>) {
  const { body, headers } = stripe.signThin(...given)
  return gateway.readWebhook(body, headers)
}

test('a new account names in words what Stripe asks for, each thing once', async () => {
  expect((await gateway.findAccount(await open()))?.missing).toEqual([
    'your name',
    'your date of birth',
    'a bank account',
  ])
})

test('an account that Stripe asks for more is restricted until a date', async () => {
  const accountId = await ready()
  const until = new Date('2026-12-03T00:00:00Z')
  await stripe.restrict(accountId, 'identity.individual.verification.document', until)
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['a document that shows who you are'],
    missingBy: until,
  })
})

test('a detail that Stripe does not need yet is not listed as missing', async () => {
  const accountId = await ready()
  await stripe.restrict(accountId, 'identity.individual.phone')
  const { requirements } = await stripe.get('v2.core.account', accountId)
  for (const entry of requirements.entries) entry.minimum_deadline.status = 'eventually_due'
  await stripe.change('v2.core.account', accountId, { requirements })
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: [],
    reason: 'Stripe is checking what you have given.',
  })
})

test('an account whose bank payouts are stopped is restricted though transfers would succeed', async () => {
  const accountId = await ready()
  const { configuration } = await stripe.get('v2.core.account', accountId)
  configuration.recipient.capabilities.stripe_balance.payouts.status = 'restricted'
  await stripe.change('v2.core.account', accountId, { configuration })
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'restricted' })
})

test('an account that Stripe refuses is rejected', async () => {
  const accountId = await ready()
  await stripe.reject(accountId)
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'rejected',
    reason: 'Stripe has refused this account.',
  })
})

test('the onboarding asks for all that Stripe will ever need, and leads back', async () => {
  const accountId = await open()
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  const [link] = await stripe.list('v2.core.account_link', { account: accountId })
  expect(url).toBe(`http://here/sandbox/onboarding/${link?.id}`)
  expect(link?.use_case).toMatchObject({
    account_onboarding: { collection_options: { fields: 'eventually_due' } },
  })
})

test('a transfer beyond the balance is refused, and Stripe keeps the refusal with the key', async () => {
  const request = transferOf(await ready(), 10_000_000)
  expect(await failureOf(gateway.transfer(request))).toMatchObject({
    code: 'insufficient_balance',
    retryable: false,
    kept: false,
  })
  await fund(20_000_000)
  expect(await failureOf(gateway.transfer(request))).toMatchObject({
    code: 'insufficient_balance',
    kept: true,
  })
  const made = await gateway.transfer({ ...request, idempotencyKey: newId() })
  expect(made).toMatchObject({ amount: 10_000_000 })
})

test('a transfer whose answer was lost is made once', async () => {
  await fund(2000)
  const request = transferOf(await ready())
  const hangUp = { on: /POST .*transfers$/, when: 'after', effect: () => undefined } as const
  stripe.faults.push(hangUp)
  const made = await gateway.transfer(request)
  expect(await gateway.findTransfer({ payoutId: request.payoutId })).toEqual(made)
  const lost = transferOf(request.accountId)
  const away = { ...hangUp, when: 'before' } as const
  stripe.faults.push(hangUp, away, away)
  expect(await failureOf(gateway.transfer(lost))).toMatchObject({ retryable: true })
  expect(await gateway.findTransfer({ payoutId: lost.payoutId })).toMatchObject({ amount: 1000 })
})

test('a 500 before the transfer is kept with the key, and nothing was transferred', async () => {
  await fund(2000)
  const request = transferOf(await ready())
  stripe.faults.push({ on: /POST .*transfers$/, when: 'before', effect: 500 })
  expect(await failureOf(gateway.transfer(request))).toMatchObject({ retryable: true, kept: true })
  expect(await gateway.findTransfer({ payoutId: request.payoutId })).toBeNull()
  await gateway.transfer({ ...request, idempotencyKey: newId() })
})

test('a key that another request uses at this moment keeps nothing', async () => {
  await fund(1000)
  const busy = new Refusal('There is currently another in-progress request using this key.', {
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  })
  const fault = { on: /POST .*transfers$/, when: 'before', effect: busy } as const
  stripe.faults.push(fault, fault, fault)
  const request = transferOf(await ready())
  expect(await failureOf(gateway.transfer(request))).toMatchObject({ retryable: true, kept: false })
  await gateway.transfer(request)
})

test('an account without an e-mail address is refused before Stripe is asked', async () => {
  const asked = stripe.requests.length
  const request = { creatorId: newId(), email: null, country: 'DE', idempotencyKey: newId() }
  expect(await failureOf(gateway.openAccount(request))).toMatchObject({ code: 'email_missing' })
  expect(stripe.requests).toHaveLength(asked)
})

test('two transfers of one payout are an alarm and not an answer', async () => {
  await fund(2000)
  const request = transferOf(await ready())
  await gateway.transfer(request)
  await gateway.transfer({ ...request, idempotencyKey: newId() })
  const failure = await failureOf(gateway.findTransfer({ payoutId: request.payoutId }))
  expect(failure).toMatchObject({ code: 'paid_twice', retryable: false })
})

test('a transfer that a person made in Stripe’s dashboard belongs to no payout', async () => {
  await fund(500)
  const accountId = await ready()
  const form = { amount: '500', currency: 'usd', destination: accountId }
  await stripe.call('POST', '/v1/transfers', form)
  const [made] = await stripe.list('transfer', { destination: accountId })
  expect(await gateway.findTransfer({ transferId: made?.id ?? '' })).toMatchObject({
    payoutId: null,
    amount: 500,
  })
})

test('a bank payout that failed names the bank’s reason and restricts the account', async () => {
  const { accountId, payout } = await sendToBank()
  await stripe.settlePayout(payout.id, 'failed')
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'failed', failure: 'no_account' }])
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['another bank account'],
  })
})

test('a bank payout that came back after it was paid is returned', async () => {
  const { accountId, payout } = await sendToBank()
  await stripe.settlePayout(payout.id, 'paid')
  await stripe.settlePayout(payout.id, 'returned')
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'returned' }])
})

test('an account that holds money is not closed', async () => {
  const { accountId, transferId } = await sendToBank()
  await gateway.reverse({ transferId, reversalId: newId(), amount: 1, idempotencyKey: newId() })
  expect(await failureOf(gateway.closeAccount(accountId))).toMatchObject({
    code: 'balance_left',
    retryable: false,
  })
})

test('only the available part of the balance is told', async () => {
  await fund(100)
  const sum = (await stripe.list('balance_transaction')).reduce((all, { net }) => all + net, 0)
  expect(await gateway.getBalance()).toEqual(new Map([['usd', sum - PENDING]]))
})

test('thin events name the account or the transfer', async () => {
  const { accountId, transferId, payout } = await sendToBank()
  await stripe.settlePayout(payout.id, 'paid')
  const events = await stripe.list('v2.core.event')
  const told = (await Promise.all(events.map((event) => readThin(event)))).filter(
    ({ about }) => about?.accountId === accountId || about?.transferId === transferId,
  )
  expect(told.map(({ name, about }) => [name, about])).toEqual([
    ['v2.core.account.created', { accountId, transferId: null }],
    [
      'v2.core.account[configuration.recipient].capability_status_updated',
      { accountId, transferId: null },
    ],
    ['v1.transfer.created', { accountId: null, transferId }],
    ['v1.payout.created', { accountId, transferId: null }],
    ['v1.payout.paid', { accountId, transferId: null }],
  ])
})

test('events signed with the secret of payments, or long ago, are refused', async () => {
  const [event] = await stripe.list('v2.core.event')
  if (!event) throw new Error('no event')
  for (const otherwise of [
    { secret: stripe.webhookSecret },
    { timestamp: Math.floor(Date.now() / 1000) - 3600 },
  ]) {
    await expect(readThin(event, otherwise)).rejects.toThrow('bad_signature')
  }
})

test('an event of the platform’s own payout to the platform’s bank is about no creator’s payout', async () => {
  const event = {
    id: 'evt_1',
    object: 'v2.core.event',
    type: 'v1.payout.paid',
    created: new Date().toISOString(),
    livemode: false,
    related_object: { id: 'po_1', type: 'payout', url: '/v1/payouts/po_1' },
    reason: null,
  } as const
  expect(await readThin(event)).toMatchObject({ about: null })
})
