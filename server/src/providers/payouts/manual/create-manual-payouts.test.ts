import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/create-test-database.ts'
import { describePayoutGateway } from '../../../../test/support/describe-payout-gateway.ts'
import { newId } from '../../../platform/ids.ts'
import type { BankDetails, GatewayError } from '../spec.ts'
import { createManualPayouts } from './create-manual-payouts.ts'
import type { ManualPayouts } from './details-page.ts'
import { manualAccounts } from './tables.ts'

const HOUR = 3_600_000
const PAGES = { returnUrl: 'http://here/back', refreshUrl: 'http://here/again' }
const SECRET = 'a-secret-of-tests-with-32-characters'
const FORM = {
  name: 'Ada Example',
  kind: 'person',
  account: 'de89 3704 0044 0532 0130 00',
  bank: '',
}

let database: TestDatabase
let gateway: ManualPayouts
let server: FastifyInstance
let now = new Date('2026-03-01T12:00:00Z')

function openGateway(secret = SECRET): ManualPayouts {
  return createManualPayouts({
    db: database.db,
    clock: { now: () => now },
    secret,
    testMode: true,
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = openGateway()
  server = Fastify()
  await gateway.mount(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const linkOf = (url: string) => url.split('/').at(-1) ?? ''

describePayoutGateway(
  'a list paid by hand',
  async () => ({
    gateway,
    fund: async () => undefined,
    identify: async (_, url) => {
      await gateway.keepDetails(linkOf(url), FORM)
      now = new Date(now.getTime() + 48 * HOUR)
    },
  }),
  { byHand: true },
)

async function open(): Promise<{ accountId: string; page: string }> {
  const { accountId } = await gateway.openAccount({
    creatorId: newId(),
    email: null,
    country: 'DE',
    idempotencyKey: newId(),
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  return { accountId, page: new URL(url).pathname }
}

/** Where a transfer goes once the wait for new details is over. */
async function findPaidDetails(accountId: string): Promise<BankDetails | null> {
  now = new Date(now.getTime() + 48 * HOUR)
  const payoutId = newId()
  await gateway
    .transfer({ payoutId, accountId, amount: 1, currency: 'usd', idempotencyKey: payoutId })
    .catch(() => undefined)
  return gateway.findBankDetails(payoutId)
}

function submit(page: string, form: Record<string, string>) {
  return server.inject({
    method: 'POST',
    url: page,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

test('bank details are stored sealed, shown by their last four, and read for the list alone', async () => {
  const { accountId, page } = await open()
  const saved = await submit(page, FORM)
  expect([saved.statusCode, saved.headers.location]).toEqual([303, PAGES.returnUrl])
  const [row] = await database.db.select().from(manualAccounts)
  expect(JSON.stringify(row)).not.toContain('37040044')
  const all = JSON.stringify(await database.db.select().from(manualAccounts))
  expect(all).not.toContain('37040044')
  expect(all).not.toContain('Ada Example')
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'ready', bankLast4: '3000' })
  expect(await findPaidDetails(accountId)).toEqual({
    name: 'Ada Example',
    kind: 'person',
    account: 'DE89370400440532013000',
    bank: null,
  })
  const { url } = await gateway.createOnboardingLink(accountId, PAGES)
  expect((await server.inject(new URL(url).pathname)).body).not.toContain('Ada Example')
})

test('a number without IBAN needs the bank’s code', async () => {
  const { accountId, page } = await open()
  const number = { ...FORM, kind: 'firm', account: '000123456789' }
  expect((await submit(page, number)).body).toContain('Enter the bank’s code')
  await submit(page, { ...number, bank: '110-000-000' })
  expect(await findPaidDetails(accountId)).toMatchObject({
    kind: 'firm',
    account: '000123456789',
    bank: '110000000',
  })
})

test.each([
  [{ name: '' }, 'Enter the name of the account’s holder.'],
  [{ name: '=HYPERLINK(1)' }, 'Enter the name as the bank writes it'],
  [{ name: 'Ada "Quote"' }, 'Enter the name as the bank writes it'],
  [{ kind: '' }, 'Say whether you are a person or a firm.'],
  [{ account: '' }, 'Enter an IBAN or an account number.'],
  [{ account: 'DE89370400440532013001' }, 'This IBAN has a typing error.'],
  [{ account: '12' }, 'An account number has 4 to 20 digits.'],
  [{ bank: '<b>' }, 'A bank’s code has 4 to 20 letters and digits.'],
])('the form refuses %o', async (wrong, message) => {
  const { accountId, page } = await open()
  const response = await submit(page, { ...FORM, ...wrong })
  expect(response.statusCode).toBe(422)
  expect(response.body).toContain(message)
  expect(response.body).not.toContain('<b>')
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'started' })
})

test('a link takes one form, for an hour', async () => {
  const used = await open()
  await submit(used.page, FORM)
  await submit(used.page, { ...FORM, name: 'Eve' })
  expect(await findPaidDetails(used.accountId)).toMatchObject({ name: 'Ada Example' })
  const old = await open()
  now = new Date(now.getTime() + HOUR)
  const late = await submit(old.page, FORM)
  expect([late.statusCode, late.headers.location]).toEqual([303, PAGES.refreshUrl])
  expect(await findPaidDetails(old.accountId)).toBeNull()
  expect((await submit('/payout-account/unknown', FORM)).statusCode).toBe(404)
  expect((await server.inject('/payout-account/unknown')).statusCode).toBe(404)
})

test('under another secret the account asks for its details once more, and is paid nothing', async () => {
  const { accountId, page } = await open()
  await submit(page, FORM)
  now = new Date(now.getTime() + 48 * HOUR)
  const other = openGateway('another-secret-with-32-characters-and-more')
  expect(await other.findAccount(accountId)).toMatchObject({
    state: 'restricted',
    missing: ['your bank account once more'],
  })
  const payoutId = newId()
  const error = await other
    .transfer({ payoutId, accountId, amount: 1, currency: 'usd', idempotencyKey: payoutId })
    .catch((reason: GatewayError) => reason)
  expect(error).toMatchObject({ code: 'account_restricted' })
})

test('details younger than 48 hours receive nothing', async () => {
  const { accountId, page } = await open()
  await submit(page, FORM)
  now = new Date(now.getTime() + 48 * HOUR - 1)
  const payoutId = newId()
  const transfer = () =>
    gateway.transfer({ payoutId, accountId, amount: 1, currency: 'usd', idempotencyKey: payoutId })
  await expect(transfer()).rejects.toMatchObject({ code: 'account_restricted', retryable: false })
  now = new Date(now.getTime() + 1)
  expect(await transfer()).toMatchObject({ payoutId, state: 'made' })
})
