import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/create-test-database.ts'
import { newId } from '../../../platform/ids.ts'
import { createSandboxPayouts } from './create-sandbox-payouts.ts'
import type { SandboxPayouts } from './onboarding-page.ts'

const HOUR = 3_600_000
const PERSON = { name: 'Ada Example', birthday: '1990-01-31', bank: '0001 2345 6789' }

let database: TestDatabase
let gateway: SandboxPayouts
let server: FastifyInstance
let now = new Date('2026-03-01T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = createSandboxPayouts({
    db: database.db,
    clock: { now: () => now },
    secret: 'a-secret-of-tests-with-32-characters',
    deliver: () => Promise.resolve(),
  })
  server = Fastify()
  await gateway.mount(server)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

async function open(): Promise<{ accountId: string; page: string }> {
  const { accountId } = await gateway.openAccount({
    creatorId: newId(),
    email: null,
    country: 'DE',
    idempotencyKey: newId(),
  })
  const { url } = await gateway.createOnboardingLink(accountId, {
    returnUrl: 'http://here/studio/money',
    refreshUrl: 'http://here/studio/money?again=1',
  })
  return { accountId, page: new URL(url).pathname }
}

function submit(page: string, form: Record<string, string>) {
  return server.inject({
    method: 'POST',
    url: page,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

test('the page runs no script, is never stored and names the test identities', async () => {
  const { page } = await open()
  const response = await server.inject(page)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['referrer-policy']).toBe('no-referrer')
  expect(response.body).toContain('000111111116')
  expect(response.body).not.toContain('<script')
})

test('the form leads back, and a second click leads back too', async () => {
  const { accountId, page } = await open()
  for (const form of [PERSON, { ...PERSON, name: 'Eve' }]) {
    const response = await submit(page, form)
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      'http://here/studio/money',
    ])
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
  const { accountId, page } = await open()
  const form = { ...PERSON, ...wrong }
  const response = await submit(page, form)
  expect(response.statusCode).toBe(422)
  expect(response.body).toContain(message)
  expect(response.body).toContain(`value="${form.birthday}"`)
  expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'started' })
})

test('typed values are shown as text and not as HTML', async () => {
  const { page } = await open()
  const response = await submit(page, { ...PERSON, name: '"><script>alert(1)</script>', bank: '1' })
  expect(response.body).not.toContain('<script')
})

test('an old link leads to the page that makes a new one, and an unknown link leads nowhere', async () => {
  const { page } = await open()
  now = new Date(now.getTime() + HOUR)
  const old = await server.inject(page)
  expect([old.statusCode, old.headers.location]).toEqual([303, 'http://here/studio/money?again=1'])
  expect((await server.inject('/sandbox/onboarding/unknown')).statusCode).toBe(404)
  expect((await submit('/sandbox/onboarding/unknown', PERSON)).statusCode).toBe(404)
})
