import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/create-test-database.ts'
import { describePayoutGateway } from '../../../../test/support/describe-payout-gateway.ts'
import { newId } from '../../../platform/ids.ts'
import { transact } from '../../payments/sandbox/checkout.ts'
import type { GatewayError, PayoutEvent } from '../spec.ts'
import type { IdentityForm } from './check-identity.ts'
import { createSandboxPayouts } from './create-sandbox-payouts.ts'
import type { SandboxPayouts } from './onboarding-page.ts'

const MINUTE = 60_000
const EPOCH = new Date(0)
const PAGES = { returnUrl: 'http://here/back', refreshUrl: 'http://here/again' }
const PERSON: IdentityForm = {
  name: 'Ada Example',
  birthday: '1990-01-31',
  bank: '000123456789',
}

let database: TestDatabase
let gateway: SandboxPayouts
let now = new Date('2026-03-01T12:00:00Z')
const events: PayoutEvent[] = []
let isDeaf = false

function later(ms: number): void {
  now = new Date(now.getTime() + ms)
}

function openGateway(): SandboxPayouts {
  const opened: SandboxPayouts = createSandboxPayouts({
    db: database.db,
    clock: { now: () => now },
    secret: 'a-secret-of-tests-with-32-characters',
    deliver: async (body, headers) => {
      if (isDeaf) throw new Error('nobody listens')
      events.push(opened.readWebhook(body, headers))
    },
  })
  return opened
}

const fund = (amount: number) =>
  transact(
    { db: database.db, clock: { now: () => now } },
    database.db,
    { id: null, currency: 'usd' },
    'charge',
    amount,
  )

const linkOf = (url: string) => url.split('/').at(-1) ?? ''

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = openGateway()
})
afterAll(() => database.drop())

describePayoutGateway('the sandbox', async () => ({
  gateway,
  fund,
  identify: async (_, url) => {
    await gateway.identify(linkOf(url), PERSON)
  },
  restrict: (accountId) => gateway.restrict(accountId, { missing: ['a document'], missingBy: now }),
  payAtBank: async () => later(MINUTE),
}))

async function open(form: Partial<IdentityForm> = {}): Promise<string> {
  const creatorId = newId()
  const { accountId } = await gateway.openAccount({
    creatorId,
    email: null,
    country: 'DE',
    idempotencyKey: creatorId,
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  await gateway.identify(linkOf(url), { ...PERSON, ...form })
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
  expect(await codeOf(gateway.createOnboardingLink(accountId, PAGES))).toBe('account_ended')
})

test('the birthday 1901-01-01 leaves a document past due, and another birthday mends the account', async () => {
  const accountId = await open({ birthday: '1901-01-01' })
  expect(await gateway.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['a document that shows your date of birth'],
    missingBy: now,
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  await gateway.identify(linkOf(url), PERSON)
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
  await gateway.identify(linkOf(url), PERSON)
  later(MINUTE)
  expect(await bankPayoutsOf(accountId)).toMatchObject([
    { state: 'failed' },
    { state: 'paid', amount: 1000 },
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
  expect(payout).toMatchObject({ state: 'in_transit', arrivesAt: null })
  await gateway.settleBankPayout(payout?.id ?? '', 'paid')
  expect(await bankPayoutsOf(accountId)).toMatchObject([{ state: 'paid' }])
  expect(await codeOf(gateway.settleBankPayout(payout?.id ?? '', 'failed'))).toBe('payout_ended')
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
  expect((await bankPayoutsOf(accountId)).map(({ amount }) => amount)).toEqual([1000, 600])
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
  await gateway.deliverEvents()
  const mine = events.filter(({ about }) => about?.accountId === accountId)
  expect(mine.map(({ name, about }) => [name, about?.transferId])).toEqual([
    ['account.updated', null],
    ['transfer.created', transferId],
    ['payout.created', null],
  ])
  events.length = 0
  await gateway.deliverEvents()
  expect(events).toEqual([])
})

test('a link works once, and a newer link replaces the older one', async () => {
  const { accountId } = await gateway.openAccount({
    creatorId: newId(),
    email: null,
    country: 'DE',
    idempotencyKey: newId(),
  })
  const older = linkOf((await gateway.createOnboardingLink(accountId, PAGES)).url)
  const newer = linkOf((await gateway.createOnboardingLink(accountId, PAGES)).url)
  expect(await gateway.findLink(older)).toBeNull()
  expect(await gateway.identify(older, PERSON)).toBe('ended')
  expect(await gateway.findLink(newer)).toMatchObject({ leadsTo: null })
  await gateway.identify(newer, PERSON)
  expect(await gateway.identify(newer, { ...PERSON, name: 'Eve' })).toBe('ended')
  expect(await gateway.findLink(newer)).toMatchObject({
    name: 'Ada Example',
    leadsTo: PAGES.returnUrl,
  })
  const old = linkOf((await gateway.createOnboardingLink(accountId, PAGES)).url)
  later(60 * MINUTE)
  expect(await gateway.findLink(old)).toMatchObject({ leadsTo: PAGES.refreshUrl })
  expect(await gateway.identify(old, PERSON)).toBe('ended')
})
