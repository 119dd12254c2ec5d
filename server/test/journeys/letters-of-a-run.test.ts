import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { keepLetterAddress } from '../../src/features/notices/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { letterAddresses } from '../../src/schema/notices.ts'
import { idOf, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Browser
let recipe: string
/** Set while the provider works. */
let finish: (() => void) | undefined
const clock = shiftClock()

beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    change: clock.change,
    providers: [
      createScriptedProvider({
        start: async () => {
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          finish = undefined
          return picture()
        },
      }),
    ],
  })
  creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  recipe = (await publish(creator)).id
})
afterAll(() => app.close())

/** A visitor's run, for which the visitor leaves an address before the run ends. */
async function runWithAddress(address: string) {
  const guest = new Browser(app.url)
  const running = guest.json(`/workflows/${recipe}/creations`, {
    body: { user_inputs: { wish: 'a secret boat' } },
  })
  let job: string | undefined
  await expect
    .poll(async () => {
      const { body } = await guest.json<{ jobs?: { id: string; status: string }[] }>(
        '/users/me/jobs',
      )
      job = body.jobs?.[0]?.id
      return body.jobs?.[0]?.status
    })
    .toBe('RUNNING')
  const left = await guest.json(`/jobs/${job}/address`, { body: { email: address } })
  expect(left.status).toBe(200)
  // A job is running before its provider works.
  await expect.poll(() => finish).toBeDefined()
  finish?.()
  await running
  await expect.poll(() => letterTo(address)).toBeDefined()
  const letter = await letterTo(address)
  const token = /\/claim#(\S+)/.exec(letter?.body ?? '')?.[1] ?? ''
  const [creation = ''] = token.split('.')
  return { guest, creation, letter, token }
}

const letterTo = async (address: string) => (await mailTo(app, address))[0]

const claim = (browser: Browser, token: string) =>
  browser.json<{ creation_id: string }>('/creations/claim', { body: { token } })
const statusOf = async (browser: Browser, creation: string) =>
  (await browser.json(`/creations/${creation}`)).status

test('the link of a letter takes the creation to the first browser that presses the button', async () => {
  const { guest, creation, letter, token } = await runWithAddress('one@example.com')
  expect(letter?.subject).toBe('Your creation from “A picture of a wish” is ready')
  expect(letter?.body).not.toContain('secret boat')
  // Opened where the creation is, the link opens it and is not used up.
  expect((await claim(guest, token)).body.creation_id).toBe(creation)
  const others = Array.from({ length: 10 }, () => new Browser(app.url))
  const claims = await Promise.all(others.map((browser) => claim(browser, token)))
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1)
  const seen = await Promise.all(others.map((browser) => statusOf(browser, creation)))
  expect(seen.filter((status) => status === 200)).toHaveLength(1)
  expect(await statusOf(guest, creation)).toBe(404)
  const winner = others[seen.indexOf(200)] ?? guest
  await signIn(winner, 'winner@example.com')
  expect(await statusOf(winner, creation)).toBe(200)
  expect((await claim(guest, token)).status).toBe(404)
})

test('a forged or expired claim takes nothing', async () => {
  const { creation, token } = await runWithAddress('two@example.com')
  const other = new Browser(app.url)
  expect((await claim(other, token.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`))).status).toBe(404)
  clock.hours = 7 * 24 + 1
  try {
    expect((await claim(other, token)).status).toBe(404)
  } finally {
    clock.hours = 0
  }
  expect(await statusOf(other, creation)).toBe(404)
})

test('a link ends when the visitor signs in where the creation was made', async () => {
  const { guest, creation, token } = await runWithAddress('three@example.com')
  await signIn(guest, 'maker@example.com')
  expect((await claim(new Browser(app.url), token)).status).toBe(404)
  expect(await statusOf(guest, creation)).toBe(200)
})

test('an address that eleven visitors leave on one day is refused to the eleventh', async () => {
  const id = await idOf(creator)
  const leave = () =>
    inTransaction(app.ctx, (tx) =>
      keepLetterAddress(tx, {
        owner: { kind: 'visitor', id },
        subjectIds: [newId()],
        address: 'Flooded@example.com',
      }),
    )
  for (let n = 0; n < 10; n++) await leave()
  await expect(leave()).rejects.toThrow('too often')
})

test.each([
  ['a second header', 'a@example.com\r\nBcc: b@example.com'],
  ['a list', 'a@example.com,b@example.com'],
  ['a megabyte', `${'a'.repeat(1_000_000)}@example.com`],
])('an address that is %s is refused', async (_, email) => {
  const job = '01900000-0000-7000-8000-000000000000'
  const answer = await new Browser(app.url).json(`/jobs/${job}/address`, { body: { email } })
  expect([400, 413]).toContain(answer.status)
  expect(await app.ctx.db.$count(letterAddresses, eq(letterAddresses.address, email))).toBe(0)
})
