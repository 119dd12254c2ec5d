import { sql } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobAttempts } from '../../src/features/generation/index.ts'
import { ledgerPostings } from '../../src/features/ledger/tables.ts'
import { sweepPayments } from '../../src/features/payments/sweep-payments.ts'
import { payments } from '../../src/features/payments/tables.ts'
import { SWEEPS } from '../../src/main/sweeps.ts'
import { aPicture } from '../support/authorisation/world.ts'
import { type Browser, openBrowser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { DRAW, idOf, publish, remix, tryRemix } from '../support/market.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Session {
  id: string
  kind: string
  label: string
  current: boolean
}

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: async (call) =>
          call.prompt?.includes('forever')
            ? { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
            : picture(),
      }),
    ],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
  })
})
afterEach(() => app.close())

async function enter(email: string): Promise<Browser> {
  const browser = openBrowser(app.url)
  await signIn(browser, email)
  return browser
}

async function sessionsOf(browser: Browser): Promise<Session[]> {
  return (await browser.json<{ sessions: Session[] }>('/users/me/sessions')).body.sessions
}

function statusOfMe(browser: Browser): Promise<number> {
  return browser.json('/auth/me').then(({ status }) => status)
}

describe('logging out', () => {
  test('needs the CSRF token, ends the session, and begins a new anonymous id', async () => {
    const browser = await enter('ada@example.com')
    const id = await idOf(browser)
    const recipe = await publish(browser, id)
    const creation = await remix(browser, recipe.id)
    const before = new Map(browser.cookies)
    const forged = openBrowser(app.url)
    for (const [name, value] of before) if (name !== 'csrf_token') forged.cookies.set(name, value)
    expect((await forged.json('/auth/logout', { method: 'POST' })).status).toBe(403)
    expect(await statusOfMe(browser)).toBe(200)

    const out = await browser.json('/auth/logout', { method: 'POST' })
    expect([out.status, out.body]).toEqual([200, { ok: true }])
    expect(browser.cookies.has('vignette_session')).toBe(false)
    expect(browser.cookies.get('vignette_visitor')).toBeDefined()
    expect(await statusOfMe(browser)).toBe(401)
    expect((await browser.json(`/creations/${creation.id}`)).status).toBe(404)
    // Nothing that was kept from before opens the session again.
    const kept = openBrowser(app.url)
    for (const [name, value] of before) kept.cookies.set(name, value)
    expect(await statusOfMe(kept)).toBe(401)
    // The new visitor acts at once, and is nobody that was there before.
    expect((await tryRemix(browser, recipe.id)).body.is_owner).toBe(true)
    expect((await remix(browser, recipe.id)).user_id).not.toBe(id)
  })

  test('everywhere ends browsers and tokens, and a single session by its id', async () => {
    const here = await enter('ada@example.com')
    const there = await enter('ada@example.com')
    const elsewhere = await enter('ada@example.com')
    const token = await here.json<{ access_token: string }>('/users/me/tokens', {
      body: { label: 'backup script' },
    })
    const bearer = { authorization: `Bearer ${token.body.access_token}` }
    const script = () => openBrowser(app.url).json('/auth/me', { headers: bearer })
    expect((await script()).status).toBe(200)
    const listed = await sessionsOf(here)
    expect(listed.map(({ kind, current }) => [kind, current])).toEqual(
      expect.arrayContaining([
        ['browser', true],
        ['browser', false],
        ['token', false],
      ]),
    )
    expect(listed).toHaveLength(4)
    expect(JSON.stringify(listed)).not.toContain(token.body.access_token)

    const other = (await sessionsOf(there)).find(({ current }) => current)
    await here.json(`/users/me/sessions/${other?.id}`, { method: 'DELETE' })
    expect(await statusOfMe(there)).toBe(401)
    expect(await statusOfMe(elsewhere)).toBe(200)

    await here.json('/auth/logout-everywhere', { method: 'POST' })
    expect(await statusOfMe(here)).toBe(401)
    expect(await statusOfMe(elsewhere)).toBe(401)
    expect((await script()).status).toBe(401)
  })

  test('comes by itself after thirty days', async () => {
    const browser = await enter('ada@example.com')
    app.ctx.clock = { now: () => new Date(Date.now() + 29 * 86_400_000) }
    expect(await statusOfMe(browser)).toBe(200)
    app.ctx.clock = { now: () => new Date(Date.now() + 31 * 86_400_000) }
    expect(await statusOfMe(browser)).toBe(401)
  })
})

test('a username follows its rule, and speaks for no part of the site', async () => {
  const browser = await enter('ada@example.com')
  const wanted: [string, number][] = [
    ['Ada.Lovelace', 200],
    ['a', 200],
    ['x_y-z.0', 200],
    ['a'.repeat(64), 200],
    ['a'.repeat(65), 400],
    ['', 400],
    ['ada lovelace', 400],
    ['añа', 400],
    ['ada/../admin', 400],
    ['admin', 409],
    ['workflows', 409],
    ['..', 409],
    ['guest-abcdef', 409],
  ]
  for (const [username, status] of wanted) {
    const answer = await browser.json<{ username: string; error: string }>('/users', {
      method: 'PUT',
      body: { username },
    })
    expect(answer.status, username).toBe(status)
    if (status === 200) expect(answer.body.username).toBe(username.toLowerCase())
    if (status === 400) {
      expect(answer.body.error).toBe(
        'Username must be lowercase, 1–64 chars, and may include . _ -.',
      )
    }
  }
})

/** Pays at the checkout; what the session then names may run. */
async function payFor(browser: Browser, workflowId: string, body: object = {}): Promise<string> {
  const back = `${app.url}/workflows`
  const checkout = await browser.json<{ session_id: string; url: string }>(
    '/payment/create-checkout-session',
    { body: { workflow_id: workflowId, success_url: back, cancel_url: back, ...body } },
  )
  await browser.fetch(checkout.body.url, {
    form: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
  })
  return checkout.body.session_id
}

/** Somebody who leaves traces wherever traces can be left. */
async function livelyPerson() {
  const browser = await enter('ada.needle@example.com')
  await browser.json('/users', { method: 'PUT', body: { username: 'needlename' } })
  const id = await idOf(browser)
  const form = await aPicture()
  const upload = await browser.json<{ id: string }>('/upload/image', { form })
  const recipe = await publish(browser, id, { steps: [{ ...DRAW, prompt: 'A {{wish}}' }] })
  const fan = openBrowser(app.url)
  const priced = await publish(await enter('creator@example.com'), await creatorId(), {
    price: 300,
  })
  const wish = { user_inputs: { wish: 'needleprompt' } }
  const creation = await remix(browser, recipe.id, { ...wish, public: true })
  await browser.json(`/workflows/${recipe.id}/creations`, {
    body: { ...wish, async: false },
    headers: { 'idempotency-key': 'needlekey' },
  })
  const deleted = await remix(browser, recipe.id, wish)
  await browser.json(`/creations/${deleted.id}`, { method: 'DELETE' })
  await browser.json('/reports', {
    body: {
      subject_type: 'workflow',
      subject_id: priced.id,
      reason: 'other',
      note: 'needlenote',
    },
  })
  const pay = () => payFor(browser, priced.id, wish)
  const bought = await remix(browser, priced.id, { ...wish, session_id: await pay() })
  const running = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
    body: { user_inputs: { wish: 'needleprompt forever' } },
  })
  await pay()
  await expect
    .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state).sort())
    .toEqual(['authorized', 'captured'])
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

async function creatorId(): Promise<string> {
  return idOf(await enter('creator@example.com'))
}

/** Every row of the database, of our tables and the queue's, as text. */
async function everything(): Promise<string> {
  const { rows } = await app.ctx.db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const texts = []
  for (const { schema, name } of rows) {
    const table = sql.raw(`"${schema}"."${name}"`)
    const found = await app.ctx.db.execute(sql`select to_jsonb(t)::text as row from ${table} t`)
    texts.push(...found.rows.map(({ row }) => `${name} ${String(row)}`))
  }
  return texts.join('\n')
}

describe('deleting the account', () => {
  test('leaves no personal data in any table; the ledger stays, without the person', async () => {
    const { browser, id, recipe, creation, fan, bought } = await livelyPerson()
    const before = await everything()
    for (const trace of ['ada.needle', 'needlename', 'needleprompt', 'needlenote']) {
      expect(before).toContain(trace)
    }
    const postings = await app.ctx.db.select().from(ledgerPostings)
    expect(postings.length).toBeGreaterThan(0)

    expect((await browser.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    expect(await statusOfMe(browser)).toBe(401)
    const left = (await everything()).split('\n').filter((row) => /needle/.test(row))
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
    // What was authorised and never used is let go.
    await expect
      .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state).sort())
      .toEqual(['captured', 'released'])
    // Whoever comes back is new.
    expect(await idOf(await enter('ada.needle@example.com'))).not.toBe(id)
  })

  test('lets go the money of a run that is under way', async () => {
    const creator = await enter('creator@example.com')
    const priced = await publish(creator, await idOf(creator), { price: 300 })
    const buyer = await enter('ada@example.com')
    const session_id = await payFor(buyer, priced.id)
    const body = { user_inputs: { wish: 'forever' }, session_id }
    const run = await buyer.json(`/workflows/${priced.id}/creations`, { body })
    expect(run.status).toBe(200)
    expect((await buyer.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    await expect
      .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state))
      .toEqual(['released'])
  })

  test('waits for a delivery of theirs and holds up nothing that it needs', async () => {
    const browser = await enter('ada@example.com')
    const id = await idOf(browser)
    const recipe = await publish(browser, id)
    const wish = { user_inputs: { wish: 'forever' } }
    await browser.json(`/workflows/${recipe.id}/creations`, { body: wish })
    // Its worker has nothing more to write.
    await expect
      .poll(async () => (await app.ctx.db.select().from(jobAttempts))[0]?.outcome)
      .toBe('waiting')
    const delivery = new pg.Client({ connectionString: app.ctx.config.databaseUrl })
    await delivery.connect()
    try {
      await delivery.query('begin; select 1 from jobs for update')
      const deleted = browser.json('/users/me', { method: 'DELETE' })
      await expect.poll(() => countWaitingForLocks(app.ctx)).toBe(1)
      // As storing its file and delivering its creation do.
      await delivery.query(`select 1 from principals where id = '${id}' for key share nowait`)
      await delivery.query('select 1 from creations for update nowait')
      await delivery.query('commit')
      expect((await deleted).status).toBe(200)
    } finally {
      await delivery.end()
    }
  })

  test('asked for ten times at once happens once', async () => {
    const browser = await enter('ada@example.com')
    const cookies = new Map(browser.cookies)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const tab = openBrowser(app.url)
        for (const [name, value] of cookies) tab.cookies.set(name, value)
        return tab.json('/users/me', { method: 'DELETE' })
      }),
    )
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })
})

describe('what was given for something that is no more', () => {
  const PHOTO = { key: 'photo', type: 'image', required: false }

  async function sweepAfter(hours: number): Promise<void> {
    // The sandbox gateway has the same clock.
    app.ctx.clock.now = () => new Date(Date.now() + hours * 3_600_000)
    await sweepPayments(app.ctx)
    for (const { run } of SWEEPS) await run(app.ctx)
  }

  async function visitor() {
    const browser = openBrowser(app.url)
    const upload = async () => {
      const form = await aPicture()
      return (await browser.json<{ id: string; url: string }>('/upload/image', { form })).body
    }
    const kept = await upload()
    const change = {
      inputs: [{ key: 'wish', type: 'text' }, PHOTO],
      steps: [{ ...DRAW, first_image: '{{photo}}' }],
    }
    const recipe = await publish(browser, await ownId(browser), change)
    const given = (wish: string, photo: string) => ({ user_inputs: { wish, photo } })
    const statusOf = async (file: { url: string }) => (await browser.fetch(file.url)).status
    return { browser, upload, kept, recipe, given, statusOf }
  }

  const ownId = async (browser: Browser) => browser.cookies.get('csrf_token')?.split('.')[1] ?? ''

  test('goes with a deleted creation once it cannot be brought back, but not what others use', async () => {
    const { browser, upload, kept, recipe, given, statusOf } = await visitor()
    const only = await upload()
    const gone = await remix(browser, recipe.id, given('needledeleted', only.id))
    const also = await remix(browser, recipe.id, given('needledeleted', kept.id))
    const living = await remix(browser, recipe.id, given('needleliving', kept.id))
    for (const { id } of [gone, also]) await browser.json(`/creations/${id}`, { method: 'DELETE' })
    await sweepAfter(23)
    expect(await everything()).toContain('needledeleted')
    expect((await browser.json(`/creations/${also.id}/restore`, { method: 'POST' })).status).toBe(
      200,
    )
    await browser.json(`/creations/${also.id}`, { method: 'DELETE' })
    await sweepAfter(48)
    const left = await everything()
    expect(left).not.toContain('needledeleted')
    expect(left).toContain('needleliving')
    expect([await statusOf(only), await statusOf(kept)]).toEqual([404, 200])
    const view = await browser.json<{ user_inputs: object }>(`/creations/${living.id}`)
    expect(view.body.user_inputs).toMatchObject({ wish: 'needleliving', photo: { id: kept.id } })
  })

  test('goes a day after a run that was cancelled', async () => {
    const { browser, kept, recipe, given, statusOf } = await visitor()
    const started = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
      body: given('needlecancelled forever', kept.id),
    })
    await browser.json(`/jobs/${started.body.job_id}`, { method: 'DELETE' })
    await sweepAfter(23)
    expect(await everything()).toContain('needlecancelled')
    expect(await statusOf(kept)).toBe(200)
    await sweepAfter(25)
    expect(await everything()).not.toContain('needlecancelled')
    expect(await statusOf(kept)).toBe(404)
  })

  test('goes a day after a checkout that nobody paid', async () => {
    const { browser } = await visitor()
    const priced = await publish(await enter('creator@example.com'), await creatorId(), {
      price: 300,
    })
    const back = `${app.url}/workflows`
    await browser.json('/payment/create-checkout-session', {
      body: {
        workflow_id: priced.id,
        success_url: back,
        cancel_url: back,
        user_inputs: { wish: 'needlecheckout' },
      },
    })
    await sweepAfter(2)
    expect(await app.ctx.db.select().from(payments)).toMatchObject([{ state: 'expired' }])
    expect(await everything()).toContain('needlecheckout')
    await sweepAfter(27)
    expect(await everything()).not.toContain('needlecheckout')
  })
})

test('the export is a zip of all that is known, files included, and of nobody else', async () => {
  const { browser, id, upload, creation, deleted, recipe, bought } = await livelyPerson()
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
  expect(zip.size).toBe(6 + files.length)
  expect([...zip.values()].join('')).not.toContain('creator@example.com')
  expect([...zip.values()].join('')).not.toMatch(/token_?hash|anon_/i)
})
