import type { LetterSettings, NoticeView } from '@vignette/contract/notices.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, signIn, UNLIMITED_RATES } from '../../../test/support/browser.ts'
import { shiftClock } from '../../../test/support/shift-clock.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { inboxLetters } from '../../providers/mail/inbox/tables.ts'
import { principals } from '../../schema/identity.ts'
import { letterAddresses, letters, notices, unsubscriptions } from '../../schema/notices.ts'
import { runSweepNotices } from './notice.ts'
import { notify } from './notify.ts'
import { runSendDigests } from './send-digests.ts'
import { runSweepLetters } from './send-letter.ts'

let app: TestApp
const clock = shiftClock()
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES, change: clock.change })
})
afterAll(() => app.close())

interface Person {
  browser: Browser
  id: string
}

async function enter(email = `${newId()}@example.com`): Promise<Person> {
  const browser = new Browser(app.url)
  await signIn(browser, email)
  const { body } = await browser.json<{ id: string }>('/users/me')
  return { browser, id: body.id }
}

const sale = { recipe: 'Two-ink print', workflowId: newId(), cents: 300, tax: 0, share: 210 }
const paper = { recipe: 'Two-ink print', number: newId(), reference: 'pi_1', test: false }

async function sell(to: string, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    await inTransaction(app.ctx, (tx) =>
      notify(tx, { to, kind: 'sale', subjectId: newId(), facts: sale }),
    )
  }
}

/** A sale of the day before the next digest, and that digest, some days from now. */
async function sellAndGather(to: string, { times = 1, days = 0 } = {}): Promise<void> {
  clock.hours = (days - 1) * 24
  await sell(to, times)
  clock.hours = days * 24
  await runSendDigests(app.ctx)
  clock.hours = 0
}

async function refund(to: string): Promise<void> {
  const refundedAt = '2026-11-22T10:00:00Z'
  const facts = { ...paper, cents: 300, creationId: null, refundedAt, why: null, note: null }
  await inTransaction(app.ctx, (tx) =>
    notify(tx, { to, kind: 'refunded', subjectId: newId(), facts }),
  )
}

async function unreadOf({ browser }: Person): Promise<number> {
  const { body } = await browser.json<{ counts: { unread_notices: number } }>('/users/me')
  return body.counts.unread_notices
}

interface Feed {
  notices: NoticeView[]
  next_cursor: string | null
}

test('a person reads only their own notices, newest first, page by page', async () => {
  const [ada, ben] = [await enter(), await enter()]
  await sell(ada.id, 3)
  await sell(ben.id)
  const first = (await ada.browser.json<Feed>('/notices?limit=2')).body
  const rest = (await ada.browser.json<Feed>(`/notices?limit=2&cursor=${first.next_cursor}`)).body
  const ids = [...first.notices, ...rest.notices].map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect(rest.next_cursor).toBeNull()
  expect(first.notices[0]).toMatchObject({
    title: 'You sold “Two-ink print”',
    body: ['A buyer paid $3.00; $2.10 of it is yours.'],
    read: false,
  })
})

test('reading a notice marks earlier notices as read too, and lowers the count of unread notices', async () => {
  const [ada, ben] = [await enter(), await enter()]
  await sell(ada.id, 3)
  await sell(ben.id)
  expect(await unreadOf(ada)).toBe(3)
  const { body } = await ada.browser.json<Feed>('/notices')
  await ada.browser.json('/notices/read', { body: { until: body.notices[1]?.id } })
  expect(await unreadOf(ada)).toBe(1)
  expect(await unreadOf(ben)).toBe(1)
})

test('a visitor’s notices move to the account that claims the visitor, and the left address goes', async () => {
  const browser = new Browser(app.url)
  const about = { subject_type: 'workflow', subject_id: newId(), reason: 'other' }
  await browser.json('/reports', { body: about })
  const [visitor] = await app.ctx.db
    .select()
    .from(principals)
    .where(eq(principals.kind, 'visitor'))
    .orderBy(desc(principals.id))
    .limit(1)
  const from = visitor?.id ?? ''
  await sell(from)
  const left = { subjectId: newId(), ownerId: from, address: 'guest@example.com' }
  await app.ctx.db.insert(letterAddresses).values({ ...left, createdAt: new Date() })
  await signIn(browser, 'claiming@example.com')
  const { body } = await browser.json<Feed>('/notices')
  expect(body.notices).toHaveLength(1)
  expect(await app.ctx.db.$count(letterAddresses, eq(letterAddresses.ownerId, from))).toBe(0)
})

test('an account’s notices and letters are deleted with the account', async () => {
  const ada = new Browser(app.url)
  await signIn(ada, 'leaving@example.com', { fresh: true })
  const { body } = await ada.json<{ id: string }>('/users/me')
  await sell(body.id)
  await ada.json('/users/me/letters', { method: 'PUT', body: { group: 'runs', on: false } })
  expect((await ada.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  expect(await app.ctx.db.$count(notices, eq(notices.ownerId, body.id))).toBe(0)
  expect(await app.ctx.db.$count(letters, eq(letters.address, 'leaving@example.com'))).toBe(0)
  expect(await app.ctx.db.$count(unsubscriptions, eq(unsubscriptions.reader, body.id))).toBe(0)
  await sell(body.id)
  expect(await app.ctx.db.$count(notices, eq(notices.ownerId, body.id))).toBe(0)
})

test('a group of letters can be switched off and on, and letters about money cannot', async () => {
  const ada = await enter('choosing@example.com')
  const sent = () => app.ctx.db.$count(letters, eq(letters.address, 'choosing@example.com'))
  const change = (group: string, on: boolean) =>
    ada.browser.json<LetterSettings>('/users/me/letters', { method: 'PUT', body: { group, on } })
  expect((await change('money', false)).status).toBe(400)
  const off = await change('sales', false)
  expect(off.body.address).toBe('choosing@example.com')
  expect(off.body.groups.find(({ group }) => group === 'sales')?.on).toBe(false)
  await sellAndGather(ada.id)
  expect(await sent()).toBe(0)
  await refund(ada.id)
  expect(await sent()).toBe(1)
  await change('sales', true)
  await sellAndGather(ada.id, { days: 1 })
  expect(await sent()).toBe(2)
})

test('sales are gathered into one letter a day, which is never empty and stands in no feed', async () => {
  const ada = await enter('gathering@example.com')
  const letterOf = async () => {
    await runSweepLetters(app.ctx)
    const all = await app.ctx.db
      .select()
      .from(inboxLetters)
      .where(eq(inboxLetters.address, 'gathering@example.com'))
    return all.map(({ subject, body }) => ({ subject, body }))
  }
  await sell(ada.id)
  await runSendDigests(app.ctx)
  // Today's sale waits for tomorrow.
  expect(await letterOf()).toEqual([])
  clock.hours = -24
  await sell(ada.id, 3)
  clock.hours = 0
  await Promise.all(Array.from({ length: 10 }, () => runSendDigests(app.ctx)))
  const [letter, ...others] = await letterOf()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('3 sales: $6.30 is yours')
  expect(letter?.body).toContain('You sold “Two-ink print”, 3 times.')
  const feed = (await ada.browser.json<Feed>('/notices')).body.notices
  expect(feed.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'sale', 'sale'])
  expect(await unreadOf(ada)).toBe(4)
  // The digest of the next day tells of today's sale alone; the day after there is no digest.
  for (clock.hours = 24; clock.hours <= 72; clock.hours += 24) await runSendDigests(app.ctx)
  const subjects = (await letterOf()).map(({ subject }) => subject)
  clock.hours = 0
  expect(subjects).toEqual(['3 sales: $6.30 is yours', 'A sale: $2.10 is yours'])
})

test('a notice that was read in the feed is not in the digest', async () => {
  const ada = await enter('reading@example.com')
  clock.hours = -24
  await sell(ada.id)
  clock.hours = 0
  const { body } = await ada.browser.json<Feed>('/notices')
  await ada.browser.json('/notices/read', { body: { until: body.notices[0]?.id } })
  await runSendDigests(app.ctx)
  expect(await app.ctx.db.$count(letters, eq(letters.address, 'reading@example.com'))).toBe(0)
})

async function lastLetter() {
  await runSweepLetters(app.ctx)
  const all = await app.ctx.db.select().from(inboxLetters).orderBy(inboxLetters.id)
  return all.at(-1)
}

async function unsubscribeAddress(person: Person): Promise<string> {
  await sellAndGather(person.id)
  const letter = await lastLetter()
  expect(letter?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const address = /<(.+)>/.exec(letter?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  return address.replace(/^https?:\/\/[^/]+/, app.url)
}

const isOn = async ({ browser }: Person) =>
  (await browser.json<LetterSettings>('/users/me/letters')).body.groups.find(
    ({ group }) => group === 'sales',
  )?.on

test('a mail program unsubscribes with one POST without cookies, and a GET changes nothing', async () => {
  const ada = await enter()
  const address = await unsubscribeAddress(ada)
  await fetch(address)
  expect(await isOn(ada)).toBe(true)
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(200)
  expect(await isOn(ada)).toBe(false)
})

test('a forged or expired unsubscribe link changes nothing', async () => {
  const ada = await enter()
  const token = new URL(await unsubscribeAddress(ada)).searchParams.get('token') ?? ''
  const call = (given: string) =>
    new Browser(app.url).json('/letters/unsubscribe', { body: { token: given } })
  expect((await call(token.replace(ada.id, newId()))).status).toBe(404)
  clock.hours = 401 * 24
  try {
    expect((await call(token)).status).toBe(404)
  } finally {
    clock.hours = 0
  }
  expect(await isOn(ada)).toBe(true)
  expect((await call(token)).body).toEqual({
    letters: 'Sales, once a day, and what buyers ask of you',
  })
  expect(await isOn(ada)).toBe(false)
})

test('a letter about money names no way to unsubscribe', async () => {
  await refund((await enter()).id)
  const letter = await lastLetter()
  expect(letter?.subject).toContain('Refunded: $3.00')
  expect(letter?.headers['List-Unsubscribe']).toBeUndefined()
  expect(letter?.body).not.toContain('Unsubscribe')
})

test('after half a year notices and left addresses are deleted', async () => {
  const ada = await enter()
  await sell(ada.id)
  await app.ctx.db.insert(letterAddresses).values({
    subjectId: newId(),
    ownerId: ada.id,
    address: 'old@example.com',
    createdAt: new Date(),
  })
  clock.hours = 179 * 24
  await runSweepNotices(app.ctx)
  expect(await app.ctx.db.$count(notices, eq(notices.ownerId, ada.id))).toBe(1)
  clock.hours = 181 * 24
  await runSweepNotices(app.ctx)
  clock.hours = 0
  expect(await app.ctx.db.$count(notices)).toBe(0)
  expect(await app.ctx.db.$count(letters)).toBe(0)
  expect(await app.ctx.db.$count(letterAddresses)).toBe(0)
})
