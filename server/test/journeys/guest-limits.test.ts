import { DRAFTS } from '@vignette/contract/draft-words.ts'
import type { DraftView } from '@vignette/contract/drafts.ts'
import { GUEST_UPLOAD_BYTES_PER_DAY } from '@vignette/contract/upload-limits.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countToday, networkScopes } from '../../src/platform/http/day-counts.ts'
import { enterAs } from '../support/accounts.ts'
import { recipeFor } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

const KB = 1024

let app: TestApp
let own: TestApp
let clock: ShiftedClock
beforeAll(async () => {
  clock = shiftClock()
  const given = {
    worker: false,
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
  }
  const open = (loopback: boolean) =>
    startTestApp({
      ...given,
      change: (ctx) => {
        clock.change(ctx)
        ctx.config = { ...ctx.config, loopback, TRUST_PROXY: 1 }
      },
    })
  app = await open(false)
  own = await open(true)
})
afterAll(async () => {
  await own.close()
  await app.close()
})

let networks = 0
/** A network that no other test uses. */
const network = () => ({ 'x-forwarded-for': `192.0.2.${++networks}` })

interface Said extends DraftView {
  code: string
  error: string
}

const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(KB)))
    .toString('base64')
    .repeat(Math.ceil(bytes / KB))
    .slice(0, bytes)

const begin = (browser: Browser, text: string, headers: Record<string, string> = network()) =>
  browser.json<Said>('/drafts', { body: { text }, headers })

describe('a draft without an account', () => {
  test('has 64 KB on a public server, and as before on one’s own machine and with an account', async () => {
    const guest = new Browser(app.url)
    expect((await begin(guest, noise(64 * KB))).status).toBe(201)
    const long = await begin(guest, noise(64 * KB + 1))
    expect([long.status, long.body.error]).toEqual([
      413,
      'A draft may be 64 KB long, or sign in for more.',
    ])
    const user = await enterAs(app, 'long@example.com')
    expect((await begin(user, noise(600 * KB))).status).toBe(201)
    expect((await begin(new Browser(own.url), noise(600 * KB))).status).toBe(201)
  })

  test('counts for its network and day: ten guests at once add no more than 20 MB, one who saves often counts once', async () => {
    const headers = network()
    const { networkBytesPerDay: most } = DRAFTS.visitor
    const ctx = { ...app.ctx, caller: { address: headers['x-forwarded-for'], principal: null } }
    await countToday(app.ctx, networkScopes(ctx, 'drafts', most), most - 200 * KB)
    const guests = Array.from({ length: 10 }, () => new Browser(app.url))
    const answers = await Promise.all(guests.map((each) => begin(each, noise(60 * KB), headers)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(7)
    expect(refused[0]?.body.error).toMatch(/Your network .* at 00:00 UTC, in .* Sign in/)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)

    const at = answers.findIndex(({ status }) => status === 201)
    const [guest, first] = [guests[at], answers[at]]
    if (!guest || !first) throw new Error('no draft')
    const save = (revision: number, text: string) =>
      guest.json<Said>(`/drafts/${first.body.id}`, {
        method: 'PUT',
        body: { revision, text },
        headers,
      })
    for (const revision of [1, 2, 3]) {
      expect((await save(revision, noise(60 * KB))).status).toBe(200)
    }
    // 200 KB less three drafts of 60 KB leave 20 KB.
    for (const size of [63 * KB, 64 * KB]) {
      const { body: now } = await guest.json<Said>(`/drafts/${first.body.id}`)
      expect((await save(now.revision, noise(size))).status).toBe(200)
    }
    expect((await begin(new Browser(app.url), noise(20 * KB), headers)).status).toBe(429)
    expect((await begin(new Browser(app.url), noise(20 * KB))).status).toBe(201)
    const user = await enterAs(app, 'same-network@example.com')
    expect((await begin(user, noise(60 * KB), headers)).status).toBe(201)
    clock.hours = 24
    expect((await begin(new Browser(app.url), noise(20 * KB), headers)).status).toBe(201)
    clock.hours = 0
  })
})

describe('a long answer under an Idempotency-Key', () => {
  test('is not kept a second time, and a repeat answers the one draft, ten at once too', async () => {
    const user = await enterAs(app, 'again@example.com')
    const text = noise(300 * KB)
    const send = (key = 'once') =>
      user.json<Said>('/drafts', { body: { text }, headers: { 'idempotency-key': key } })
    const first = await send()
    expect(first.status).toBe(201)
    expect(await send()).toMatchObject({ status: 201, body: first.body })
    const { rows } = await app.ctx.db.execute<{ bytes: number }>(
      sql`select max(pg_column_size(idempotency_keys.*))::int as bytes from idempotency_keys`,
    )
    expect(rows[0]?.bytes).toBeLessThan(16 * KB)
    const ten = await Promise.all(Array.from({ length: 10 }, () => send('ten')))
    expect(new Set(ten.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(ten[0]?.body.text).toBe(text)
    const saved = await user.json<Said>(`/drafts/${first.body.id}`, {
      method: 'PUT',
      body: { revision: 1, text: '{"name":"later"}' },
    })
    expect(saved.status).toBe(200)
    // The thing as it is now, and gone where it is gone; nothing is made a second time.
    expect((await send()).body).toMatchObject({ id: first.body.id, revision: 2 })
    await user.json(`/drafts/${first.body.id}`, { method: 'DELETE' })
    expect((await send()).status).toBe(404)
  })

  test('of a short draft stays as it was given', async () => {
    const user = await enterAs(app, 'short@example.com')
    const send = () =>
      user.json<Said>('/drafts', {
        body: { text: '{"name":"short"}' },
        headers: { 'idempotency-key': 'short' },
      })
    const first = await send()
    await user.json(`/drafts/${first.body.id}`, { method: 'DELETE' })
    expect(await send()).toMatchObject({ status: 201, body: first.body })
  })

  test('of a published recipe shows the recipe again, and publishes none a second time', async () => {
    const creator = new Visitor(own.url)
    const options = Array.from({ length: 50 }, (_, at) => `${at} ${noise(190)}`)
    const body = recipeFor(creator.anonymousId, {
      inputs: ['wish', 'place'].map((key) => ({ key, type: 'select', options })),
    })
    const publish = () =>
      creator.call<Said>('POST', '/workflows', body, { 'idempotency-key': 'publish' })
    const first = await publish()
    expect([first.status, JSON.stringify(first.body).length > 16 * KB]).toEqual([201, true])
    expect(await publish()).toMatchObject({ status: 201, body: first.body })
  })
})

describe('a recipe to check', () => {
  const check = (browser: Browser, bytes: number, more: RequestInit = {}) =>
    browser.fetch('/api/v1/workflows/check', {
      body: { name: 'A boat', steps: [{ id: 'draw', prompt: noise(bytes) }] },
      headers: { ...network() },
      ...(more as object),
    })

  test('may have 64 KB without an account on a public server, told before it is read', async () => {
    const guest = new Browser(app.url)
    expect((await check(guest, 40 * KB)).status).toBe(200)
    const refused = await check(guest, 100 * KB)
    expect(refused.status).toBe(413)
    expect(((await refused.json()) as Said).error).toMatch(/64 KB .* Sign in/)
    expect((await check(await enterAs(app, 'checks@example.com'), 100 * KB)).status).toBe(200)
    expect((await check(new Browser(own.url), 100 * KB)).status).toBe(200)
  })

  test('of unknown length is refused to a guest like a long one', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"A boat"}'))
        controller.close()
      },
    })
    const answer = await fetch(`${app.url}/api/v1/workflows/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...network() },
      body: chunks,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })

  test('is the same for a file of ComfyUI', async () => {
    const send = (browser: Browser, note: string) =>
      browser.json<Said>('/workflows/import', {
        body: { '1': { class_type: 'PreviewImage', inputs: {} }, note },
        headers: network(),
      })
    const refused = await send(new Browser(app.url), noise(65 * KB))
    expect([refused.status, refused.body.error]).toEqual([
      413,
      expect.stringMatching(/64 KB .* Sign in/),
    ])
    expect((await send(new Browser(own.url), noise(65 * KB))).status).toBe(200)
    const user = await enterAs(app, 'importing@example.com')
    expect((await send(user, noise(2 * 1024 * KB))).status).toBe(200)
  })
})

test('uploads without an account share 2 GB a day of their network, ten at once too', async () => {
  const from = network()['x-forwarded-for']
  const bytes = await encodePicture('png', 400, 400)
  const upload = (origin: string, more: { browser?: Browser; from?: string } = {}) =>
    uploadTo(origin, 'image', bytes, { from, ...more })
  const stored = (await upload(app.url)).body.bytes
  const ctx = { ...app.ctx, caller: { address: from, principal: null } }
  const scopes = networkScopes(ctx, 'uploads', GUEST_UPLOAD_BYTES_PER_DAY)
  await countToday(app.ctx, scopes, GUEST_UPLOAD_BYTES_PER_DAY - 4 * stored)
  const ten = await Promise.all(Array.from({ length: 10 }, () => upload(app.url)))
  expect(ten.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(ten.filter(({ status }) => status === 429)).toHaveLength(7)
  expect((await upload(app.url, { from: network()['x-forwarded-for'] })).status).toBe(201)
  const user = await enterAs(app, 'uploads@example.com')
  expect((await upload(app.url, { browser: user })).status).toBe(201)
  // Used up to the byte: refused before the file is received.
  expect((await upload(app.url)).status).toBe(429)
})
