import { DRAFTS } from '@vignette/contract/draft-words.ts'
import type { DraftView, ListedDraft } from '@vignette/contract/drafts.ts'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSweepDrafts } from '../../src/features/drafts/draft.ts'
import { workflowDrafts } from '../../src/schema/drafts.ts'
import { principals } from '../../src/schema/identity.ts'
import { enterAs } from '../support/accounts.ts'
import { idOf, publish, recipeFor } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
  })
})
afterAll(() => app.close())

interface Refusal {
  code: string
  error: string
  details?: { path: string; message: string }[]
}
type Said = DraftView & Refusal

const begin = (browser: Browser, text = '{"name":"A boat"}', workflow_id?: string) =>
  browser.json<Said>('/drafts', { body: { text, ...(workflow_id && { workflow_id }) } })
const save = (browser: Browser, { id, revision }: DraftView, text: string) =>
  browser.json<Said>(`/drafts/${id}`, { method: 'PUT', body: { text, revision } })
const listOf = async (browser: Browser, query = '') =>
  (
    await browser.json<{ drafts: ListedDraft[]; next_cursor: string | null }>(
      `/drafts${query ? `?${query}` : ''}`,
    )
  ).body

test('a draft keeps its text to the letter, readable or not, and the last readable name', async () => {
  const browser = await enterAs(app, 'letter@example.com')
  const first = await begin(browser, '{ "name": " A boat ", "later": 1.50 }')
  expect([first.status, first.body.name, first.body.revision]).toEqual([201, 'A boat', 1])
  const broken = await save(browser, first.body, '{ "name": "A ship", ')
  expect(broken.body).toMatchObject({ name: 'A boat', revision: 2, text: '{ "name": "A ship", ' })
  const read = await browser.json<DraftView>(`/drafts/${first.body.id}`)
  expect(read.body).toEqual(broken.body)
  const [listed] = (await listOf(browser)).drafts
  expect(listed).not.toHaveProperty('text')
  expect(listed?.id).toBe(first.body.id)
  expect((await browser.json(`/drafts/${first.body.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await browser.json(`/drafts/${first.body.id}`)).status).toBe(404)
})

test('a window that has not read the last saving is refused, and told the revision to read', async () => {
  const browser = await enterAs(app, 'windows@example.com')
  const { body: draft } = await begin(browser)
  await save(browser, draft, '{"name":"one"}')
  const late = await save(browser, draft, '{"name":"two"}')
  expect([late.status, late.body.code, late.body.details]).toEqual([
    409,
    'draft_changed',
    [{ path: 'revision', message: '2' }],
  ])
  expect((await browser.json<DraftView>(`/drafts/${draft.id}`)).body.name).toBe('one')
})

test('of ten savings over one revision at once exactly one wins', async () => {
  const browser = await enterAs(app, 'race@example.com')
  const { body: draft } = await begin(browser)
  const texts = Array.from({ length: 10 }, (_, at) => `{"name":"window ${at}"}`)
  const answers = await Promise.all(texts.map((text) => save(browser, draft, text)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'draft_changed')).toHaveLength(9)
  const after = await browser.json<DraftView>(`/drafts/${draft.id}`)
  expect([after.body.text, after.body.revision]).toEqual([won[0]?.body.text, 2])
})

test('ten windows that begin a draft of one recipe at once get the same draft', async () => {
  const browser = await enterAs(app, 'one@example.com')
  const recipe = await publish(browser)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => begin(browser, `{"name":"${at}"}`, recipe.id)),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({ workflow_id: recipe.id, base_version: 1 })
  await begin(browser)
  const own = (await listOf(browser, `workflow_id=${recipe.id}`)).drafts
  expect(own.map(({ id }) => id)).toEqual([answers[0]?.body.id])
})

test('an owner has a limited number of drafts, of which ten begun at once overstep none', async () => {
  const visitor = new Browser(app.url)
  const most = DRAFTS.visitor.inAll
  for (let at = 0; at < most - 1; at++) expect((await begin(visitor)).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 10 }, () => begin(visitor)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 403)?.body.error).toMatch(/or sign in for more/)
})

test('all drafts of an owner together have a limited size, and each has its own', async () => {
  const visitor = new Browser(app.url)
  const large = JSON.stringify('x'.repeat(DRAFTS.textBytes - 10))
  for (let at = 0; at < 3; at++) expect((await begin(visitor, large)).status).toBe(201)
  const refused = await begin(visitor, large)
  expect([refused.status, refused.body.code]).toEqual([413, 'quota_exceeded'])
  const [small] = (await listOf(visitor)).drafts
  if (!small) throw new Error('no draft')
  const grown = await save(visitor, { ...small, text: '' }, 'é'.repeat(DRAFTS.textBytes - 10))
  expect([grown.status, grown.body.code]).toEqual([413, 'payload_too_large'])
})

test('the list goes on by a cursor, last changed first', async () => {
  const browser = await enterAs(app, 'list@example.com')
  const made: DraftView[] = []
  for (let at = 0; at < 3; at++) made.push((await begin(browser)).body)
  if (made[0]) await save(browser, made[0], '{"name":"newest"}')
  const page = await listOf(browser, 'limit=2')
  expect(page.drafts[0]).toMatchObject({ name: 'newest' })
  const rest = await listOf(browser, `limit=2&cursor=${page.next_cursor}`)
  expect(rest.next_cursor).toBeNull()
  const ids = [...page.drafts, ...rest.drafts].map(({ id }) => id)
  expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted())
})

test('a visitor’s drafts move to the account at the sign-in, stand in the account’s export and are deleted with the account', async () => {
  const browser = new Browser(app.url)
  const { body: draft } = await begin(browser)
  await signIn(browser, 'claims@example.com')
  expect((await listOf(browser)).drafts.map(({ id }) => id)).toEqual([draft.id])
  const exported = await browser.fetch('/api/v1/users/me/export')
  const files = readZip(Buffer.from(await exported.arrayBuffer()))
  expect(files.get('drafts.json')?.toString()).toContain('A boat')
  await browser.json('/users/me', { method: 'DELETE' })
  const left = await app.ctx.db.select().from(workflowDrafts).where(eq(workflowDrafts.id, draft.id))
  expect(left).toEqual([])
})

/** Every step of a sign-in but the last, which moves the visitor's drafts. */
async function beginSignIn(browser: Browser, email: string): Promise<() => Promise<unknown>> {
  const started = await browser.json<{ redirect_url: string }>('/auth/google/start')
  await browser.fetch(started.body.redirect_url)
  const chosen = await browser.fetch('/auth/development', { form: new URLSearchParams({ email }) })
  return () => browser.fetch(chosen.headers.get('location') ?? '')
}

test('a draft begun or saved while its visitor signs in is the account’s afterwards', async () => {
  const races = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const browser = new Browser(app.url)
      const { body: draft } = await begin(browser)
      const tab = new Browser(app.url)
      for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
      const finish = await beginSignIn(browser, `draft-claim-${at}@example.com`)
      const claimed = finish()
      // Each race begins at another moment of the claim.
      for (let asked = 0; asked < at; asked++) await app.ctx.db.execute(sql`select 1`)
      const [begun, saved] = await Promise.all([
        begin(tab),
        save(tab, draft, '{"name":"saved"}'),
        claimed,
      ])
      return { own: (await listOf(browser)).drafts, draft, begun, saved }
    }),
  )
  for (const { own, draft, begun, saved } of races) {
    const ids = [draft.id, ...(begun.status === 201 ? [begun.body.id] : [])]
    expect(own.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    if (saved.status === 200) expect(own.map(({ name }) => name)).toContain('saved')
  }
  const stranded = await app.ctx.db
    .select({ id: workflowDrafts.id })
    .from(workflowDrafts)
    .innerJoin(principals, eq(principals.id, workflowDrafts.ownerId))
    .where(isNotNull(principals.claimedBy))
  expect(stranded).toEqual([])
})

test('drafts that stay unchanged for long are deleted, and drafts of visitors sooner', async () => {
  const day = 86_400_000
  const account = await enterAs(app, 'sweep@example.com')
  const visitor = new Browser(app.url)
  const [kept, old] = [(await begin(account)).body, (await begin(account)).body]
  const guest = (await begin(visitor)).body
  const age = (id: string, days: number) =>
    app.ctx.db
      .update(workflowDrafts)
      .set({ updatedAt: new Date(app.ctx.clock.now().getTime() - days * day) })
      .where(eq(workflowDrafts.id, id))
  await age(kept.id, DRAFTS.keptDays - 1)
  await age(old.id, DRAFTS.keptDays + 1)
  await age(guest.id, DRAFTS.visitor.keptDays + 1)
  await runSweepDrafts(app.ctx)
  expect((await listOf(account)).drafts.map(({ id }) => id)).toEqual([kept.id])
  expect((await listOf(visitor)).drafts).toEqual([])
})

test('a text that no test has passed is not published, and every open check is named', async () => {
  const browser = await enterAs(app, 'early@example.com')
  const text = JSON.stringify(recipeFor(await idOf(browser)))
  const { body: draft } = await begin(browser, text)
  const refused = await browser.json<Refusal>(`/drafts/${draft.id}/publish`, {
    body: { revision: 1, visibility: 'listed' },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'not_ready'])
  expect(refused.body.details?.map(({ path }) => path)).toEqual(['test', 'creator_terms'])
})

test('a text with faults is refused with their places, and a text that is no JSON in one sentence', async () => {
  const browser = await enterAs(app, 'faults@example.com')
  const publishing = async (text: string) => {
    const { body: draft } = await begin(browser, text)
    return browser.json<Refusal>(`/drafts/${draft.id}/publish`, {
      body: { revision: 1, visibility: 'listed' },
    })
  }
  const faulty = await publishing('{"name":"x"}')
  expect(faulty.body.code).toBe('invalid_recipe')
  expect(faulty.body.details?.map(({ path }) => path)).toEqual(['price', 'steps', 'output'])
  expect((await publishing('{')).body.error).toMatch(/^The draft is no valid JSON: /)
  const deep = `{"steps":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect((await publishing(deep)).body.error).toMatch(/nested too deeply/)
})
