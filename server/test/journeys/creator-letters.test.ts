import type { LetterWish, SentLetter } from '@vignette/contract/creator-letters.ts'
import type { NoticeView } from '@vignette/contract/notices.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliverLetter, deliverSome } from '../../src/features/profiles/deliver-letter.ts'
import { runSweepConsents } from '../../src/features/profiles/letter-consent.ts'
import { creatorLetters, letterConsents } from '../../src/schema/profiles.ts'
import { buy, charged, idOf, publish, type Refusal } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { act, report } from '../support/moderation.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let clock: ReturnType<typeof shiftClock>
let app: TestApp
beforeEach(async () => {
  clock = shiftClock()
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
})
afterEach(() => app.close())

interface Person {
  browser: Browser
  id: string
}

async function enter(name: string, admin = false): Promise<Person> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, { admin })
  const id = await idOf(browser)
  await approve(app.ctx, id)
  await browser.json('/users', { method: 'PUT', body: { username: name } })
  return { browser, id }
}

/** A creator with a recipe in Discover, and an account that follows. */
async function openWorld() {
  const [marit, finn] = [await enter('marit'), await enter('finn')]
  const recipe = await publish(marit.browser, { name: 'Two inks', price: 300 })
  await follow(finn, marit)
  return { marit, finn, recipe }
}

const follow = (fan: Person, creator: Person) =>
  fan.browser.json(`/users/${creator.id}/follow`, { method: 'PUT' })

const WORDS = { subject: 'Posters of the north', body: 'Hello!\n\nA new recipe is here.' }
const write = (by: Person, change: object = {}, headers: Record<string, string> = {}) =>
  by.browser.call<SentLetter & Refusal>('POST', '/studio/letters', { ...WORDS, ...change }, headers)

interface Own {
  needs: string | null
  readers: number
  left: number
  letters: SentLetter[]
}
const ownOf = async (by: Person) => (await by.browser.json<Own>('/studio/letters')).body
const isSent = (by: Person) =>
  expect.poll(async () => (await ownOf(by)).letters[0]?.state).toBe('sent')

const subjectsOf = async (address: string) =>
  (await mailTo(app, address)).map(({ subject }) => subject)
/** What a mail program calls, at the port of this server. */
function unsubscribeAddress(letter: { headers: Record<string, string> } | undefined): string {
  const { pathname, search } = new URL(letter?.headers['List-Unsubscribe']?.slice(1, -1) ?? '')
  return `${app.url}${pathname}${search}`
}
const newsOf = async ({ browser }: Person) =>
  (await browser.json<{ notices: NoticeView[] }>('/notices')).body.notices.filter(
    ({ kind }) => kind === 'creator_letter',
  )

const SUBJECT = '@marit: Posters of the north'

test('a letter reaches each follower once: as a notice, and as a letter with its recipe and one-click unsubscription', async () => {
  const { marit, finn, recipe } = await openWorld()
  const olga = await enter('olga')
  const sent = await write(marit, { workflow_id: recipe.id })
  expect(sent.status).toBe(201)
  expect(sent.body).toMatchObject({ ...WORDS, workflow: { name: 'Two inks' } })
  await isSent(marit)
  expect((await ownOf(marit)).letters[0]?.told).toBe(1)
  await expect.poll(() => subjectsOf('finn@example.com')).toEqual([SUBJECT])
  const [letter] = await mailTo(app, 'finn@example.com')
  expect(letter?.body).toContain('A new recipe is here.')
  expect(letter?.body).toContain(`Open “Two inks”: ${app.ctx.origin}/workflows/${recipe.id}`)
  expect(letter?.body).toContain('Written by @marit')
  expect(letter?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const [notice] = await newsOf(finn)
  expect(notice?.title).toBe(SUBJECT)
  const page = await new Browser(app.url).json(`${notice?.link?.path}`)
  expect(page.body).toMatchObject({ ...WORDS, handle: 'marit', is_owner: false })
  expect(await newsOf(olga)).toEqual([])
  expect(await newsOf(marit)).toEqual([])
  // Behind letters about money, however many it goes to.
  const { rows } = await app.ctx.db.execute(
    sql`select distinct priority from pgboss.job where name = 'notices.send-letter'`,
  )
  expect(rows).toEqual([{ priority: -1 }])
})

test('ten presses at once send one letter, ten different letters at once send two, and 30 days later another may go', async () => {
  const { marit, finn } = await openWorld()
  const key = { 'idempotency-key': 'one-press' }
  const presses = await Promise.all(Array.from({ length: 10 }, () => write(marit, {}, key)))
  expect(new Set(presses.map(({ body }) => body.id)).size).toBe(1)
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, at) => write(marit, { subject: `Letter ${at}` })),
  )
  expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array(9).fill(403),
  ])
  expect(others.find(({ status }) => status === 403)?.body.error).toContain(
    'You have sent 2 letters within 30 days.',
  )
  expect(await ownOf(marit)).toMatchObject({ left: 0, readers: 1 })
  await expect.poll(async () => (await newsOf(finn)).length).toBe(2)
  clock.hours = 30 * 24 - 1
  await signIn(marit.browser, 'marit@example.com')
  expect((await write(marit)).status).toBe(403)
  clock.hours = 30 * 24 + 1
  expect((await write(marit)).status).toBe(201)
})

test('a letter needs a username, a recipe in Discover and a reader', async () => {
  const marit = await enter('marit')
  expect((await write(marit)).body.error).toContain('Publish a recipe first')
  expect((await ownOf(marit)).needs).toBe('recipe')
  const recipe = await publish(marit.browser)
  expect((await write(marit)).body.error).toContain('reach nobody')
  await follow(await enter('finn'), marit)
  const other = await publish((await enter('olga')).browser)
  expect((await write(marit, { workflow_id: other.id })).status).toBe(400)
  await marit.browser.json(`/workflows/${recipe.id}/state`, {
    method: 'PUT',
    body: { state: 'unlisted' },
  })
  expect((await write(marit)).status).toBe(403)
  const unnamed = new Browser(app.url)
  await signIn(unnamed, 'unnamed@example.com')
  const refused = await unnamed.call<Refusal>('POST', '/studio/letters', WORDS)
  expect(refused.body.error).toContain('Choose a username first')
  expect((await new Browser(app.url).call('POST', '/studio/letters', WORDS)).status).toBe(401)
})

test('hostile texts are refused by the field, and markup goes out as letters', async () => {
  const { marit } = await openWorld()
  for (const change of [
    { subject: 'Two\nlines' },
    { subject: 'Hid\u200Bden' },
    { subject: 'See evil.example' },
    { subject: '' },
    { subject: 'x'.repeat(81) },
    { body: 'Turned \u202Eback' },
    { body: 'Look at https://evil.example/now' },
    { body: 'Look at ｅｖｉｌ．ｅｘａｍｐｌｅ' },
    { body: 'Write to me@evil.example' },
    { body: ' \n ' },
    { body: 'x'.repeat(2001) },
    { body: 'x'.repeat(1_000_000) },
    { subject: null },
  ]) {
    const refused = await write(marit, change)
    expect([400, 413], JSON.stringify(change).slice(0, 60)).toContain(refused.status)
  }
  const body =
    '<script>alert(1)</script>\r\n<img src=x onerror=alert(1)> It costs 3.5 € e.g. now. Or not.'
  expect((await write(marit, { subject: '<b>Bold</b> {{wish}}', body })).status).toBe(201)
  await expect.poll(() => subjectsOf('finn@example.com')).toEqual(['@marit: <b>Bold</b> {{wish}}'])
  const [letter] = await mailTo(app, 'finn@example.com')
  expect(letter?.html).not.toMatch(/<script|<b>|<img src=x/)
  expect(letter?.html).toContain('&#60;script&#62;')
})

test('one click ends one creator’s letters, and neither the follow nor another creator’s letters', async () => {
  const { marit, finn } = await openWorld()
  const olga = await enter('olga')
  await publish(olga.browser)
  await follow(finn, olga)
  await write(marit)
  await isSent(marit)
  await expect.poll(() => subjectsOf('finn@example.com')).toEqual([SUBJECT])
  const [letter] = await mailTo(app, 'finn@example.com')
  const off = unsubscribeAddress(letter)
  // As a mail program does it: no cookie, a form, the link alone.
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(off, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    ),
  )
  expect(clicks.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await write(marit, { subject: 'Second' })
  await write(olga, { subject: 'Another' })
  await isSent(marit)
  await isSent(olga)
  await expect.poll(() => subjectsOf('finn@example.com')).toEqual(['@olga: Another', SUBJECT])
  expect((await newsOf(finn)).map(({ title }) => title)).toEqual(['@olga: Another', SUBJECT])
  expect((await ownOf(marit)).letters[0]?.told).toBe(0)
  expect((await finn.browser.json(`/users/${marit.id}/follow`)).body).toEqual({ following: true })
  const token = new URL(off).searchParams.get('token')
  const page = await new Browser(app.url).json('/letters/unsubscribe', { body: { token } })
  expect(page.body).toEqual({ letters: 'Letters from @marit' })
  // Following again asks for them again.
  clock.hours = 31 * 24
  await signIn(finn.browser, 'finn@example.com')
  await signIn(marit.browser, 'marit@example.com')
  await follow(finn, marit)
  await write(marit, { subject: 'Third' })
  await expect.poll(async () => (await subjectsOf('finn@example.com'))[0]).toBe('@marit: Third')
})

test('the group’s switch ends the letters and keeps the notices', async () => {
  const { marit, finn } = await openWorld()
  await finn.browser.json('/users/me/letters', {
    method: 'PUT',
    body: { group: 'letters', on: false },
  })
  await write(marit)
  await expect.poll(async () => (await newsOf(finn)).length).toBe(1)
  expect(await mailTo(app, 'finn@example.com')).toEqual([])
})

const wishOf = (by: Browser, creation: string, body?: object) =>
  by.json<LetterWish & Refusal>(`/creations/${creation}/letters`, body && { method: 'PUT', body })

async function buyOne(by: Browser, recipe: string): Promise<string> {
  const { job } = await buy(by, recipe)
  await charged(by, job.result.id)
  return job.result.id
}

test('a buyer gets letters by the tick alone, and none after taking it away', async () => {
  const { marit, recipe } = await openWorld()
  const [ada, bob] = [await enter('ada'), await enter('bob')]
  const [creation] = [await buyOne(ada.browser, recipe.id), await buyOne(bob.browser, recipe.id)]
  expect((await wishOf(ada.browser, creation)).body).toEqual({
    handle: 'marit',
    state: 'off',
    address: 'account',
  })
  expect((await wishOf(bob.browser, creation)).status).toBe(404)
  const ticks = await Promise.all(
    Array.from({ length: 10 }, () => wishOf(ada.browser, creation, { on: true })),
  )
  expect(ticks.map(({ body }) => body.state)).toEqual(Array(10).fill('on'))
  expect(await app.ctx.db.$count(letterConsents)).toBe(1)
  const [row] = await app.ctx.db.select().from(letterConsents)
  expect(row).toMatchObject({
    readerId: ada.id,
    creatorId: marit.id,
    words: 'Letters from @marit about new recipes, twice a month at most',
  })
  expect((await ownOf(marit)).readers).toBe(2)
  await write(marit)
  await isSent(marit)
  await expect.poll(() => subjectsOf('ada@example.com')).toContain(SUBJECT)
  expect(await subjectsOf('bob@example.com')).not.toContain(SUBJECT)
  expect((await wishOf(ada.browser, creation, { on: false })).body.state).toBe('off')
  await write(marit, { subject: 'Second' })
  await isSent(marit)
  expect(await subjectsOf('ada@example.com')).not.toContain('@marit: Second')
})

test('a creation that was free, is one’s own recipe’s or waits as a proof offers no letters', async () => {
  const { marit, finn } = await openWorld()
  const free = await publish(marit.browser, { name: 'Free' })
  const made = await finn.browser.json<{ id: string }>(`/workflows/${free.id}/creations`, {
    body: { user_inputs: { wish: 'boat' }, async: false },
  })
  expect((await wishOf(finn.browser, made.body.id)).body.handle).toBeNull()
  expect((await wishOf(finn.browser, made.body.id, { on: true })).status).toBe(404)
  const proofed = await publish(marit.browser, { price: 300, proof: { draws: 2 } })
  const { job } = await buy(finn.browser, proofed.id)
  const proof = job.result.id
  expect((await wishOf(finn.browser, proof)).body.handle).toBeNull()
  await finn.browser.json(`/creations/${proof}/keep`, { body: {} })
  expect((await wishOf(finn.browser, proof)).body.handle).toBe('marit')
})

test('an address that a guest types gets letters once its reader has confirmed it', async () => {
  const { marit, finn, recipe } = await openWorld()
  await finn.browser.json(`/users/${marit.id}/follow`, { method: 'DELETE' })
  const guest = new Browser(app.url)
  const creation = await buyOne(guest, recipe.id)
  expect((await wishOf(guest, creation)).body).toMatchObject({ state: 'off', address: 'needed' })
  expect((await wishOf(guest, creation, { on: true })).status).toBe(400)
  const asked = await wishOf(guest, creation, { on: true, email: 'Guest@Example.com' })
  expect(asked.body.state).toBe('asked')
  // A second press asks the reader no second time.
  await wishOf(guest, creation, { on: true, email: 'guest@example.com' })
  await expect
    .poll(() => subjectsOf('guest@example.com'))
    .toEqual(['Do you want letters from @marit?'])
  expect((await write(marit)).body.error).toContain('reach nobody')
  const [letter] = await mailTo(app, 'guest@example.com')
  const token = /\/confirm#(\S+)/.exec(letter?.body ?? '')?.[1]
  const anywhere = new Browser(app.url)
  const confirmed = await anywhere.json('/letters/confirm', { body: { token } })
  expect(confirmed.body).toEqual({ handle: 'marit' })
  expect((await wishOf(guest, creation)).body.state).toBe('on')
  await write(marit)
  await isSent(marit)
  await expect.poll(async () => (await subjectsOf('guest@example.com'))[0]).toBe(SUBJECT)
  // One click ends them for a guest too, and the box shows it.
  const [got] = await mailTo(app, 'guest@example.com')
  await fetch(unsubscribeAddress(got), { method: 'POST' })
  expect((await wishOf(guest, creation)).body.state).toBe('off')
  await write(marit, { subject: 'Second' })
  await isSent(marit)
  expect(await subjectsOf('guest@example.com')).not.toContain('@marit: Second')
})

test('a stranger’s address is asked three times a day at most, and is forgotten after seven days', async () => {
  const { recipe } = await openWorld()
  const answers = []
  for (let at = 0; at < 4; at++) {
    const guest = new Browser(app.url)
    const creation = await buyOne(guest, recipe.id)
    answers.push((await wishOf(guest, creation, { on: true, email: 'victim@example.com' })).status)
  }
  expect(answers).toEqual([200, 200, 200, 429])
  await runSweepConsents(app.ctx)
  expect(await app.ctx.db.$count(letterConsents)).toBe(3)
  clock.hours = 8 * 24
  await runSweepConsents(app.ctx)
  expect(await app.ctx.db.$count(letterConsents)).toBe(0)
})

test('the receipt’s address is used by the tick alone, and a sign-in takes the wish to the account', async () => {
  const { marit, recipe } = await openWorld()
  const guest = new Browser(app.url)
  const { job } = await buy(guest, recipe.id, { email: 'receipt@example.com' })
  await charged(guest, job.result.id)
  expect((await wishOf(guest, job.result.id)).body).toMatchObject({ state: 'off', address: 'left' })
  await write(marit)
  await isSent(marit)
  expect(await subjectsOf('receipt@example.com')).not.toContain(SUBJECT)
  await wishOf(guest, job.result.id, { on: true })
  await expect
    .poll(() => subjectsOf('receipt@example.com'))
    .toContain('Do you want letters from @marit?')
  await signIn(guest, 'own@example.com')
  expect((await wishOf(guest, job.result.id)).body).toMatchObject({
    state: 'on',
    address: 'account',
  })
  await write(marit, { subject: 'Second' })
  await isSent(marit)
  await expect.poll(() => subjectsOf('own@example.com')).toContain('@marit: Second')
  expect(await subjectsOf('receipt@example.com')).not.toContain('@marit: Second')
})

test('a delivery that stopped in the middle, and runs again ten times at once, tells each reader once', async () => {
  const { marit, finn } = await openWorld()
  const fans = []
  for (let at = 0; at < 4; at++) fans.push(await enter(`fan${at}`))
  for (const fan of fans) await follow(fan, marit)
  const sent = await write(marit)
  await isSent(marit)
  // As a kill between two parts leaves it: told to some, and not ended.
  await app.ctx.db.update(creatorLetters).set({ endedAt: null })
  const run = () =>
    deliverLetter.run(app.ctx, { letterId: sent.body.id }, new AbortController().signal)
  await Promise.all(Array.from({ length: 10 }, run))
  const middle = [finn, ...fans].map(({ id }) => id).toSorted()[2]
  await app.ctx.db.update(creatorLetters).set({ endedAt: null })
  await deliverSome(app.ctx, sent.body.id, middle)
  for (const one of [finn, ...fans]) expect(await newsOf(one)).toHaveLength(1)
  expect((await ownOf(marit)).letters[0]?.told).toBe(5)
  await expect.poll(() => subjectsOf('fan3@example.com')).toEqual([SUBJECT])
})

test('a hidden letter leaves the notices and reaches nobody more; so does a banned creator’s', async () => {
  const { marit, finn } = await openWorld()
  const admin = await enter('boss', true)
  const sent = await write(marit)
  await expect.poll(async () => (await newsOf(finn)).length).toBe(1)
  const reported = await report(finn, 'letter', sent.body.id)
  expect(reported.status).toBe(201)
  expect((await act(admin, reported.body.id, 'hide')).body).toMatchObject({
    subject_type: 'letter',
    subject_hidden: true,
    subject_url: `/letters/${sent.body.id}`,
  })
  await expect.poll(() => newsOf(finn)).toEqual([])
  const statusOf = async (by: Browser) => (await by.json(`/letters/${sent.body.id}`)).status
  expect([await statusOf(finn.browser), await statusOf(marit.browser)]).toEqual([404, 200])
  expect((await ownOf(marit)).letters[0]?.state).toBe('hidden')
  const audit = await admin.browser.json<{ entries: { action: string; subject_type: string }[] }>(
    '/admin/audit',
  )
  expect(audit.body.entries[0]).toMatchObject({ action: 'hide', subject_type: 'letter' })

  const second = await write(marit, { subject: 'Second' })
  await expect.poll(async () => (await newsOf(finn)).length).toBe(1)
  const again = await report(finn, 'letter', second.body.id)
  await act(admin, again.body.id, 'ban')
  await expect.poll(() => newsOf(finn)).toEqual([])
  // As if the ban had come before the last readers were told.
  await app.ctx.db.update(creatorLetters).set({ endedAt: null })
  await deliverSome(app.ctx, second.body.id)
  expect(await newsOf(finn)).toEqual([])
  expect(await statusOf(finn.browser)).toBe(404)
  // A ban ends the sessions.
  expect((await write(marit)).status).toBe(401)
})

test('an export names one’s letters and wishes, and a deletion takes them', async () => {
  const { marit, recipe } = await openWorld()
  const ada = await enter('ada')
  const creation = await buyOne(ada.browser, recipe.id)
  await wishOf(ada.browser, creation, { on: true })
  await write(marit)
  await isSent(marit)
  const filesOf = async ({ browser }: Person) => {
    const zip = await browser.fetch('/api/v1/users/me/export')
    return readZip(Buffer.from(await zip.arrayBuffer()))
  }
  const own = (await filesOf(marit)).get('creator-letters.json')
  expect(JSON.parse(String(own))).toMatchObject([{ ...WORDS, told: 2 }])
  const wishes = (await filesOf(ada)).get('letter-consents.json')
  expect(JSON.parse(String(wishes))).toMatchObject([{ creator_id: marit.id, address: null }])
  await ada.browser.json('/users/me', { method: 'DELETE' })
  expect(await app.ctx.db.$count(letterConsents)).toBe(0)
  await marit.browser.json('/users/me', { method: 'DELETE' })
  expect(await app.ctx.db.$count(creatorLetters)).toBe(0)
})
