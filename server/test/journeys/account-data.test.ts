import { WEBHOOK_EVENT_NAMES } from '@vignette/contract/webhook-words.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobAttempts } from '../../src/schema/generation.ts'
import { ledgerPostings } from '../../src/schema/ledger.ts'
import { payments } from '../../src/schema/payments.ts'
import { aPicture } from '../support/access/world.ts'
import { enterAs, readEveryTable, startAccounts } from '../support/accounts.ts'
import { DRAW, idOf, pay, publish, remixNow } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { readZip } from '../support/read-zip.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startAccounts()
})
afterEach(() => app.close())

const enter = (email: string) => enterAs(app, email)
const everything = () => readEveryTable(app)

function statusOfMe(browser: Browser): Promise<number> {
  return browser.json('/auth/me').then(({ status }) => status)
}

/** A person with rows in every table that keeps personal data. */
async function livelyPerson() {
  const browser = await enter('ada.needle@example.com')
  await browser.json('/users', { method: 'PUT', body: { username: 'needlename' } })
  const id = await idOf(browser)
  await browser.json('/webhooks', {
    body: { url: 'http://127.0.0.1:9/needlehook', events: WEBHOOK_EVENT_NAMES },
  })
  await browser.json('/users/me/comfy-servers', {
    body: { name: 'needleserver', url: 'http://127.0.0.1:9', auth: { bearer: 'needlekey-of-it' } },
  })
  const form = await aPicture()
  const upload = await browser.json<{ id: string }>('/upload/image', { form })
  const recipe = await publish(browser, { steps: [{ ...DRAW, prompt: 'A {{wish}}' }] })
  const fan = new Browser(app.url)
  const priced = await publish(await enter('creator@example.com'), {
    price: 300,
  })
  const wish = { user_inputs: { wish: 'needleprompt' } }
  const creation = await remixNow(browser, recipe.id, { ...wish, public: true })
  await browser.json(`/workflows/${recipe.id}/creations`, {
    body: { ...wish, async: false },
    headers: { 'idempotency-key': 'needlekey' },
  })
  const deleted = await remixNow(browser, recipe.id, wish)
  await browser.json(`/creations/${deleted.id}`, { method: 'DELETE' })
  await browser.json('/reports', {
    body: {
      subject_type: 'workflow',
      subject_id: priced.id,
      reason: 'other',
      note: 'needlenote',
    },
  })
  const collection = await browser.json<{ id: string }>('/collections', {
    body: { name: 'needlecollection', visibility: 'public' },
  })
  await browser.json(`/collections/${collection.body.id}/items`, {
    body: { type: 'workflow', id: priced.id },
  })
  const authorise = () => pay(browser, priced.id, wish)
  const bought = await remixNow(browser, priced.id, { ...wish, session_id: await authorise() })
  const running = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
    body: { user_inputs: { wish: 'needleprompt forever' } },
  })
  await authorise()
  await expect
    .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state).sort())
    .toEqual(['authorized', 'captured'])
  const { body } = await browser.json<{ receipt: { id: string } }>(
    `/creations/${bought.id}/receipt`,
  )
  await browser.json(`/payment/${body.receipt.id}/case`, {
    body: { reason: 'not_what_i_asked', text: 'needlecase', share: true },
  })
  return {
    browser,
    id,
    upload: upload.body.id,
    recipe,
    priced,
    creation,
    deleted,
    bought,
    fan,
    running,
  }
}

describe('deleting the account', () => {
  test("leaves no personal data in any table and keeps the ledger without the person's name", async () => {
    const { browser, id, recipe, creation, fan, bought } = await livelyPerson()
    const before = await everything()
    expect(before).toContain('ada.needle')
    for (const trace of ['name', 'prompt', 'note', 'case', 'collection', 'hook']) {
      expect(before).toContain(`needle${trace}`)
    }
    const postings = await app.ctx.db.select().from(ledgerPostings)
    expect(postings.length).toBeGreaterThan(0)

    expect((await browser.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    expect(await statusOfMe(browser)).toBe(401)
    // The development inbox stands for the person's own mailbox.
    const kept = (row: string) => !row.startsWith('inbox_letters')
    const left = (await everything()).split('\n').filter((row) => kept(row) && /needle/.test(row))
    expect(left).toEqual([])
    expect(await app.ctx.db.select().from(ledgerPostings)).toEqual(postings)
    for (const path of [
      `/users/${id}`,
      `/workflows/${recipe.id}`,
      `/creations/${creation.id}`,
      `/creations/${bought.id}`,
    ]) {
      expect((await fan.json(path)).status).toBe(404)
    }
    expect((await fan.fetch(creation.image ?? '')).status).toBe(404)
    const { rows } = await app.ctx.db.execute(
      sql`select status from jobs where finished_at is null`,
    )
    expect(rows).toEqual([])
    // The unused authorisation is released.
    await expect
      .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state).sort())
      .toEqual(['captured', 'released'])
    // A new sign-in with the same address makes a new account.
    expect(await idOf(await enter('ada.needle@example.com'))).not.toBe(id)
  })

  test('releases the payment of a running job', async () => {
    const creator = await enter('creator@example.com')
    const priced = await publish(creator, { price: 300 })
    const buyer = await enter('ada@example.com')
    const session_id = await pay(buyer, priced.id)
    const body = { user_inputs: { wish: 'forever' }, session_id }
    const run = await buyer.json(`/workflows/${priced.id}/creations`, { body })
    expect(run.status).toBe(200)
    expect((await buyer.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    await expect
      .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state))
      .toEqual(['released'])
  })

  test("waits for a delivery of the account's job and blocks no lock that the delivery needs", async () => {
    const browser = await enter('ada@example.com')
    const id = await idOf(browser)
    const recipe = await publish(browser)
    const wish = { user_inputs: { wish: 'forever' } }
    await browser.json(`/workflows/${recipe.id}/creations`, { body: wish })
    // The worker has parked the job and writes nothing more.
    await expect
      .poll(async () => (await app.ctx.db.select().from(jobAttempts))[0]?.outcome)
      .toBe('waiting')
    const delivery = new pg.Client({ connectionString: app.ctx.config.databaseUrl })
    await delivery.connect()
    try {
      await delivery.query('begin; select 1 from jobs for update')
      const deleted = browser.json('/users/me', { method: 'DELETE' })
      await expect.poll(() => countWaitingForLocks(app.ctx)).toBe(1)
      // The lock that storing a file and delivering a creation take.
      await delivery.query(`select 1 from principals where id = '${id}' for key share nowait`)
      await delivery.query('select 1 from creations for update nowait')
      await delivery.query('commit')
      expect((await deleted).status).toBe(200)
    } finally {
      await delivery.end()
    }
  })

  test('requested ten times at once happens once', async () => {
    const browser = await enter('ada@example.com')
    const cookies = new Map(browser.cookies)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const tab = new Browser(app.url)
        for (const [name, value] of cookies) tab.cookies.set(name, value)
        return tab.json('/users/me', { method: 'DELETE' })
      }),
    )
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })
})

test('the export is a zip of everything known about the account, files included, and nothing about other accounts', async () => {
  const { browser, id, upload, creation, deleted, recipe, bought, priced } = await livelyPerson()
  const answer = await browser.fetch('/api/v1/users/me/export')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename=".+\.zip"/)
  const zip = readZip(Buffer.from(await answer.arrayBuffer()))
  const json = <T>(name: string) => JSON.parse(zip.get(name)?.toString() ?? 'null') as T
  expect(json('account.json')).toMatchObject({
    id,
    username: 'needlename',
    email: 'ada.needle@example.com',
    sessions: [{ kind: 'browser' }],
  })
  const made = json<{ id: string; user_inputs: object; file_id: string }[]>('creations.json')
  expect(made.map((one) => one.id)).toEqual(
    expect.arrayContaining([creation.id, bought.id, deleted.id]),
  )
  expect(made[0]?.user_inputs).toEqual({ wish: 'needleprompt' })
  expect(json('recipes.json')).toMatchObject([
    { id: recipe.id, version: 1, document: { steps: [{ prompt: 'A {{wish}}' }] } },
  ])
  expect(json('payments.json')).toMatchObject([
    { creation_id: bought.id, amount: 300, user_inputs: { wish: 'needleprompt' } },
    { state: 'authorized', user_inputs: { wish: 'needleprompt' } },
  ])
  expect(json('reports.json')).toMatchObject([{ note: 'needlenote', status: 'open' }])
  const files = json<{ id: string; file: string; bytes: number; origin: string }[]>('files.json')
  expect(files.map((file) => file.id)).toEqual(expect.arrayContaining([upload]))
  for (const { file, bytes } of files) {
    expect(zip.get(file)).toHaveLength(bytes)
    expect((await sharp(zip.get(file)).metadata()).width).toBeGreaterThan(0)
  }
  expect(json('cases.json')).toMatchObject([{ text: 'needlecase', state: 'open' }])
  expect(json('cases-about-recipes.json')).toEqual([])
  expect(json('drafts.json')).toEqual([])
  expect(json('tests.json')).toEqual([])
  expect(json('faces.json')).toEqual([])
  expect(json('codes.json')).toEqual([])
  expect(json('referrals.json')).toEqual({ days: [], sales: [] })
  expect(json('links.json')).toEqual([])
  expect(json('collections.json')).toMatchObject([
    { name: 'needlecollection', items: [{ type: 'workflow', id: priced.id }] },
  ])
  expect(json('creator-letters.json')).toEqual([])
  expect(json('letter-consents.json')).toEqual([])
  expect(json('webhooks.json')).toMatchObject([{ site: 'http://127.0.0.1:9', state: 'on' }])
  expect(json('batches.json')).toEqual([])
  expect(json('comfy-servers.json')).toMatchObject([{ name: 'needleserver', auth: 'bearer' }])
  expect([...zip.values()].join('')).not.toContain('needlekey-of-it')
  expect(json('claims.json')).toEqual([])
  expect(json('claim-objections.json')).toEqual([])
  expect(zip.size).toBe(28 + files.length)
  expect([...zip.values()].join('')).not.toContain('needlehook')
  expect([...zip.values()].join('')).not.toContain('creator@example.com')
  expect([...zip.values()].join('')).not.toMatch(/token_?hash|anon_/i)
})
