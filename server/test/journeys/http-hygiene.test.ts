import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { API_BASE } from '@vignette/contract/paths.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recipeFor } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { closeApps, openApp } from '../support/open-apps.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import type { TestApp } from '../support/start-test-app.ts'

const NOW = new Date('2026-11-27T10:00:00Z')
let app: TestApp
let recipe: string
let lines: Record<string, unknown>[]

beforeEach(async () => {
  lines = []
  const dist = await buildTinyWeb()
  app = await openApp({
    worker: false,
    providers: [createScriptedProvider({ start: async () => picture() })],
    env: { OPERATOR_CONTACT: 'help@shop.example' },
    dist,
    change(ctx) {
      const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
      ctx.log = pino({ level: 'info' }, { write })
      ctx.clock = { now: () => NOW }
    },
  })
  const creator = new Visitor(app.url)
  const wish = { ...recipeFor(creator.anonymousId), description: 'A long description. '.repeat(20) }
  for (const name of ['One', 'Two']) {
    const made = await creator.call<{ id: string }>('POST', '/workflows', { ...wish, name })
    recipe = made.body.id
  }
  lines.length = 0
})
afterEach(closeApps)

interface Got {
  status: number
  coding: string | undefined
  vary: string | undefined
  etag: string | undefined
  body: Buffer
}

/** The raw answer: fetch would unpack it. */
function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(app.url + path, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { 'content-encoding': coding, vary, etag } = answer.headers
        const status = answer.statusCode ?? 0
        resolve({ status, coding, vary, etag, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

describe('an answer of over a kilobyte', () => {
  test.each([
    ['a page', () => `/workflows/${recipe}`],
    ['a kept list', () => `${API_BASE}/workflows`],
    ['an answer for one caller', () => `${API_BASE}/workflows/${recipe}`],
    ['the document of the API', () => `${API_BASE}/openapi.json`],
    ['the page about the API', () => `${API_BASE}/docs`],
  ])('is compressed as its client asks: %s', async (_what, path) => {
    const plain = await get(path())
    expect(plain).toMatchObject({ status: 200, coding: undefined, vary: 'accept-encoding' })
    const text = plain.body.toString()
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ] as const) {
      // The second time it is kept.
      for (const _time of [1, 2]) {
        const packed = await get(path(), { 'accept-encoding': accepted })
        expect(packed).toMatchObject({ status: 200, coding, vary: 'accept-encoding' })
        expect(packed.etag).toBe(plain.etag)
        expect(packed.body.length).toBeLessThan(plain.body.length)
        expect(unpack(packed.body).toString()).toBe(text)
        if (!plain.etag) continue
        const known = { 'accept-encoding': accepted, 'if-none-match': plain.etag }
        expect(await get(path(), known)).toMatchObject({ status: 304, coding: undefined })
      }
    }
  })

  test('is left as it is where it is short', async () => {
    const path = `${API_BASE}/healthcheck`
    expect(await get(path, { 'accept-encoding': 'gzip' })).toMatchObject({ coding: undefined })
  })
})

test.each([
  ['DELETE', `${API_BASE}/workflows`, 'GET, HEAD, POST'],
  ['POST', `${API_BASE}/healthcheck`, 'GET, HEAD'],
  ['OPTIONS', `${API_BASE}/jobs/018f0000-0000-7000-8000-000000000001`, 'DELETE, GET, HEAD'],
])('%s %s is 405 and tells what there is', async (method, path, allow) => {
  const answer = await fetch(app.url + path, { method })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  const unknown = await fetch(`${app.url}${API_BASE}/no-such-call`, { method })
  expect(unknown.status).toBe(404)
})

test('a call with a slash at its end is the same call', async () => {
  for (const path of ['/workflows', `/workflows/${recipe}`, '/docs']) {
    const [plain, slashed] = await Promise.all(
      [path, `${path}/`].map((one) => get(`${API_BASE}${one}`)),
    )
    expect(slashed).toMatchObject({ status: 200 })
    expect(slashed?.body.equals(plain?.body ?? Buffer.alloc(0))).toBe(true)
  }
  expect((await get(`${API_BASE}/workflows/?per_page=1`)).status).toBe(200)
  const wrong = await fetch(`${app.url}${API_BASE}/workflows/`, { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})

test.each([
  ['application/json; charset=utf-16', 'utf16le', 415],
  ['text/plain;charset="ISO-8859-1"', 'latin1', 415],
  ['application/json; charset=UTF-8', 'utf8', 200],
  // As a beacon of the browser sends it.
  ['text/plain;charset=UTF-8', 'utf8', 200],
] as const)('a body of %s', async (type, encoding, status) => {
  const inputs = JSON.stringify({ user_inputs: {} })
  const answer = await fetch(`${app.url}${API_BASE}/workflows/${recipe}/words`, {
    method: 'POST',
    headers: { 'content-type': type, origin: app.url },
    body: Buffer.from(inputs, encoding),
  })
  expect(answer.status).toBe(status)
})

test('an address that is too long is refused with a page in a browser, and with JSON elsewhere', async () => {
  const url = `${app.url}/workflows?q=${'a'.repeat(2_600)}`
  const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([414, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<p>The address is too long: at most 2,560 characters.')
  const told = await fetch(url)
  expect(told.status).toBe(414)
  expect(await told.json()).toMatchObject({ code: 'bad_request' })
})

test('security.txt names the contact for a time that has not passed', async () => {
  const { status, body } = await get('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(body.toString()).toBe(
    'Contact: mailto:help@shop.example\nExpires: 2027-05-26T00:00:00.000Z\nPreferred-Languages: en\n',
  )
})

test('each request is one line of the log, which names its route and nothing of who asked', async () => {
  await get(`/workflows/${recipe}?key=secret-key&q=secret-words`)
  await get(`${API_BASE}/workflows?q=secret-words`)
  await get(`${API_BASE}/workflows?q=secret-words`)
  await get(`${API_BASE}/healthcheck`)
  await fetch(`${app.url}${API_BASE}/workflows/${recipe}?token=secret-token`, { method: 'DELETE' })
  await get(`/nothing/${recipe}`)
  const answered = lines.filter(({ msg }) => msg === 'answered')
  const told = answered.map(({ method, route, status }) => [method, route, status].join(' '))
  expect(told).toEqual([
    'GET /workflows/:id 200',
    `GET ${API_BASE}/workflows 200`,
    `GET ${API_BASE}/workflows 200`,
    expect.stringMatching(/^DELETE \/api\/v1\/workflows\/:id 4\d\d$/),
    'GET no page 404',
  ])
  for (const line of answered) {
    expect(Object.keys(line).toSorted()).toEqual(
      [
        'hostname',
        'level',
        'method',
        'ms',
        'msg',
        'pid',
        'reqId',
        'route',
        'status',
        'time',
      ].toSorted(),
    )
    expect(JSON.stringify(line)).not.toMatch(/secret|127\.0\.0\.1/)
    expect(JSON.stringify(line)).not.toContain(recipe)
  }
})
