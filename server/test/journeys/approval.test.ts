import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterAs, startAccounts } from '../support/accounts.ts'
import { Browser, signIn } from '../support/browser.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await startAccounts()
  admin = new Browser(app.url)
  await signIn(admin, 'boss@example.com', { admin: true })
})
afterAll(() => app.close())

interface Entry {
  id: string
  handle: string
  email: string
  asked_at: string | null
  approved_at: string | null
}
const list = async (who = '') =>
  (await admin.json<{ creators: Entry[] }>(`/admin/creators${who && `?who=${who}`}`)).body.creators

const decide = async (id: string, approved: boolean) =>
  (await admin.json(`/admin/creators/${id}/approval`, { body: { approved } })).status

interface Self {
  id: string
  roles: string[]
  asked_approval_at: string | null
}
const ask = (browser: Browser) => browser.json<Self>('/users/me/approval', { method: 'POST' })
const self = async (browser: Browser) => (await browser.json<Self>('/auth/me')).body

const noticesOf = async (browser: Browser) => {
  const { body } = await browser.json<{ notices: { kind: string }[] }>('/notices')
  return body.notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('creator_'))
}

test('who asks for approval stands in the admin’s list until it is decided, and hears of it', async () => {
  const first = await enterAs(app, 'mara@example.com')
  const second = await enterAs(app, 'noor@example.com')
  const { body: mara } = await ask(first)
  expect(mara.asked_approval_at).not.toBeNull()
  await ask(second)
  // Asking again keeps the place in the line.
  expect((await ask(first)).body.asked_approval_at).toBe(mara.asked_approval_at)
  expect((await list()).map(({ email }) => email)).toEqual(['mara@example.com', 'noor@example.com'])

  expect(await decide(mara.id, true)).toBe(200)
  expect(await decide(mara.id, true)).toBe(200)
  expect(await self(first)).toMatchObject({
    roles: ['user', 'approved_creator'],
    asked_approval_at: null,
  })
  expect(await noticesOf(first)).toEqual(['creator_approved'])
  // Who is approved asks for nothing.
  expect((await ask(first)).body.asked_approval_at).toBeNull()

  const noor = await self(second)
  expect(await decide(noor.id, false)).toBe(200)
  expect((await self(second)).asked_approval_at).toBeNull()
  expect(await noticesOf(second)).toEqual(['creator_declined'])
  // Nothing is declined twice, and who asks again may be declined again.
  await decide(noor.id, false)
  expect(await noticesOf(second)).toHaveLength(1)
  await ask(second)
  await Promise.all([decide(noor.id, false), decide(noor.id, false)])
  expect(await noticesOf(second)).toHaveLength(2)
  expect((await list()).map(({ id, approved_at }) => [id, approved_at !== null])).toEqual([
    [mara.id, true],
  ])

  expect(await decide(mara.id, false)).toBe(200)
  expect(await list()).toEqual([])
  await decide(mara.id, true)
  expect(await noticesOf(first)).toHaveLength(2)
})

test('an account is found by handle, e-mail address or id, and by no part of them', async () => {
  const creator = await enterAs(app, 'Ina@Example.com')
  await creator.json('/users', { method: 'PUT', body: { username: 'ina.b' } })
  const { id } = await self(creator)
  for (const who of ['ina.b', '@Ina.B', 'INA@example.com', id]) {
    expect((await list(encodeURIComponent(who))).map((one) => one.id)).toEqual([id])
  }
  for (const who of ['ina', 'example.com', '%25']) expect(await list(who)).toEqual([])
})

test('a visitor without an account asks for nothing', async () => {
  expect((await ask(new Browser(app.url))).status).toBe(401)
})
