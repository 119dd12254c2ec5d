import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { describePayoutGateway } from '../../../test/support/describe-payout-gateway.ts'
import { newId } from '../../platform/ids.ts'
import { openSandbox, type SandboxGateways } from '../open-sandbox.ts'
import type { GatewayError, PayoutEvent, PayoutGateway } from './spec.ts'

const MINUTE = 60_000
const EPOCH = new Date(0)
const PAGES = { returnUrl: 'http://here/back', refreshUrl: 'http://here/again' }
const PERSON = {
  name: 'Ada Example',
  birthday: '1990-01-31',
  bank: '000123456789',
}

let database: TestDatabase
let gateway: PayoutGateway
let sandbox: SandboxGateways['gateway']['sandbox']
let server: FastifyInstance
let now = new Date('2026-03-01T12:00:00Z')
const events: PayoutEvent[] = []
let isDeaf = false

function later(ms: number): void {
  now = new Date(now.getTime() + ms)
}

beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openSandbox({
    pool: database.pool,
    clock: { now: () => now },
    secret: 'a-secret-of-tests-with-32-characters',
    seller: 'Mara Lind',
    deliver: {
      async payouts(body, headers) {
        if (isDeaf) throw new Error('nobody listens')
        events.push(await gateway.readWebhook(body, headers))
      },
    },
  })
  gateway = opened.payoutGateway
  sandbox = opened.gateway.sandbox
  server = Fastify()
  await opened.gateway.mount(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const fund = (amount: number) => sandbox.transact('topup', null, amount)

function submit(page: string, form: Record<string, string>) {
  return server.inject({
    method: 'POST',
    url: new URL(page, 'http://here').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

async function start(): Promise<{ accountId: string; page: string }> {
  const creatorId = newId()
  const { accountId } = await gateway.openAccount({
    creatorId,
    email: 'ada@example.org',
    country: 'DE',
    idempotencyKey: creatorId,
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  return { accountId, page: new URL(url).pathname }
}

describePayoutGateway('the sandbox', async () => ({
  gateway,
  fund: async (amount) => void (await fund(amount)),
  identify: async (_, url) => void (await submit(url, PERSON)),
  restrict: (accountId) => sandbox.restrict(accountId, 'a_document', now),
  payAtBank: async () => later(MINUTE),
}))

async function open(form: Partial<typeof PERSON> = {}): Promise<string> {
  const { accountId, page } = await start()
  await submit(page, { ...PERSON, ...form })
  return accountId
}

function pay(accountId: string, amount = 1000) {
  const payoutId = newId()
  return gateway.transfer({
    payoutId,
    accountId,
    amount,
    currency: 'usd',
    idempotencyKey: payoutId,
  })
}

async function bankPayoutsOf(accountId: string) {
  const found = []
  for await (const each of gateway.listBankPayouts(accountId, EPOCH)) found.push(each)
  return found
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: GatewayError) => error.code,
  )

const held = async () => (await gateway.getBalance())?.get('usd') ?? 0

test('the name Rejected is refused, and gets no second link', async () => {
  const accountId = await open({ name: 'Ada Rejected' })
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'rejected',
    reason: 'The sandbox pays nobody of this name.',
  })
  expect(await codeOf(gateway.createOnboardingLink(accountId, PAGES))).toBe(
    'StripeInvalidRequestError',
  )
})

test('the birthday 1901-01-01 leaves a document past due, and another birthday mends the account', async () => {
  const accountId = await open({ birthday: '1901-01-01' })
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['a document that shows your date of birth'],
    missingBy: now,
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  await submit(url, PERSON)
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'ready', missing: [] })
})

test('a bank that knows no such account restricts the account, and another bank gets the money', async () => {
  await fund(1000)
  const accountId = await open({ bank: '000111111116' })
  await pay(accountId)
  later(MINUTE)
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'failed', failure: 'no_account' }])
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['another bank account'],
  })
  expect(await codeOf(gateway.closeAccount(accountId))).toBe('balance_left')
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  await submit(url, PERSON)
  later(MINUTE)
  expect(await bankPayoutsOf(accountId)).toMatchObject([
    { state: 'paid', amount: 1000 },
    { state: 'failed' },
  ])
})

test('a bank that returns the money gives the transfer back to our balance', async () => {
  await fund(1000)
  const before = await held()
  const accountId = await open({ bank: '000999999991' })
  const { transferId } = await pay(accountId)
  expect(await held()).toBe(before - 1000)
  later(MINUTE)
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'paid' }])
  expect(await gateway.findTransfer({ transferId })).toMatchObject({ state: 'made' })
  later(MINUTE)
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'returned' }])
  expect(await gateway.findTransfer({ transferId })).toMatchObject({
    state: 'reversed',
    reversed: 1000,
  })
  expect(await held()).toBe(before)
})

test('a bank that hangs answers when a person lets the bank answer', async () => {
  await fund(1000)
  const accountId = await open({ bank: '000999999990' })
  await pay(accountId)
  later(30 * 24 * 60 * MINUTE)
  const [payout] = await bankPayoutsOf(accountId)
  expect(payout).toMatchObject({ state: 'in_transit' })
  await sandbox.settlePayout(payout?.id ?? '', 'paid')
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'paid' }])
  await expect(sandbox.settlePayout(payout?.id ?? '', 'failed')).rejects.toThrow(
    'A payout that is paid cannot be failed.',
  )
})

test('ten transfers at once never spend more than our balance', async () => {
  await fund(3500 - (await held()))
  const accounts = await Promise.all(Array.from({ length: 10 }, () => open()))
  const outcomes = await Promise.all(accounts.map((id) => codeOf(pay(id))))
  expect(outcomes.filter((code) => code === 'no error')).toHaveLength(3)
  expect(outcomes.filter((code) => code === 'insufficient_balance')).toHaveLength(7)
  expect(await held()).toBe(500)
})

test('a reversal after the bank payout makes the account negative, and the next transfer fills the gap first', async () => {
  await fund(5000)
  const accountId = await open()
  const { transferId } = await pay(accountId, 1000)
  later(MINUTE)
  await gateway.reverse({ transferId, reversalId: newId(), amount: 400, idempotencyKey: newId() })
  expect(await codeOf(gateway.closeAccount(accountId))).toBe('balance_left')
  await pay(accountId, 1000)
  expect((await bankPayoutsOf(accountId)).map(({ amount }) => amount)).toEqual([600, 1000])
})

test('ten reversals at once take back no more than the transfer', async () => {
  await fund(1000)
  const { transferId } = await pay(await open(), 1000)
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () =>
      codeOf(
        gateway.reverse({ transferId, reversalId: newId(), amount: 300, idempotencyKey: newId() }),
      ),
    ),
  )
  expect(outcomes.filter((code) => code === 'no error')).toHaveLength(3)
  expect(await gateway.findTransfer({ transferId })).toMatchObject({ reversed: 900 })
})

test('events name account and transfer, and a failed delivery is repeated', async () => {
  await fund(1000)
  isDeaf = true
  const accountId = await open()
  const { transferId } = await pay(accountId)
  isDeaf = false
  events.length = 0
  await gateway.deliverEvents?.()
  const mine = events.filter(
    ({ about }) => about?.accountId === accountId || about?.transferId === transferId,
  )
  expect(mine.map(({ name }) => name)).toEqual([
    'v2.core.account.created',
    'v2.core.account[configuration.recipient].capability_status_updated',
    'v1.transfer.created',
    'v1.payout.created',
  ])
  events.length = 0
  await gateway.deliverEvents?.()
  expect(events).toEqual([])
})

test('a newer link replaces the older one', async () => {
  const { accountId, page: older } = await start()
  const { url: newer } = await gateway.createOnboardingLink(accountId, PAGES)
  expect((await server.inject(older)).statusCode).toBe(404)
  expect((await submit(older, PERSON)).statusCode).toBe(404)
  expect((await submit(newer, PERSON)).statusCode).toBe(303)
})

test('the page runs no script, is never stored and names the test identities', async () => {
  const { page } = await start()
  const response = await server.inject(page)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['referrer-policy']).toBe('no-referrer')
  expect(response.body).toContain('000111111116')
  expect(response.body).not.toContain('<script')
})

test('the form leads back, and a second click leads back too', async () => {
  const { accountId, page } = await start()
  for (const form of [PERSON, { ...PERSON, name: 'Eve' }]) {
    const response = await submit(page, form)
    expect([response.statusCode, response.headers.location]).toEqual([303, 'http://here/back'])
  }
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'ready', bankLast4: '6789' })
})

test.each([
  [{ name: ' ' }, 'Enter your name.'],
  [{ birthday: '1990-02-30' }, 'Enter your date of birth as year-month-day.'],
  [{ birthday: '2010-01-01' }, 'You must be at least 18 years old.'],
  [{ bank: 'DE89370400440532013000' }, 'An account number consists of digits.'],
  [{ bank: '12345678' }, 'This is a test page, and this is no test account number.'],
])('the form refuses %o and keeps what was typed', async (wrong, message) => {
  const { accountId, page } = await start()
  const form = { ...PERSON, ...wrong }
  const response = await submit(page, form)
  expect(response.statusCode).toBe(422)
  expect(response.body).toContain(message)
  expect(response.body).toContain(`value="${form.birthday}"`)
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'started' })
})

test('typed values are shown as text and not as HTML', async () => {
  const { page } = await start()
  const response = await submit(page, { ...PERSON, name: '"><script>alert(1)</script>', bank: '1' })
  expect(response.body).not.toContain('<script')
})

test('an old link leads to the page that makes a new one, and an unknown link leads nowhere', async () => {
  const { page } = await start()
  later(60 * MINUTE)
  const old = await server.inject(page)
  expect([old.statusCode, old.headers.location]).toEqual([303, 'http://here/again'])
  expect((await server.inject('/sandbox/onboarding/unknown')).statusCode).toBe(404)
  expect((await submit('/sandbox/onboarding/unknown', PERSON)).statusCode).toBe(404)
})
