import { request as open } from 'node:http'
import { connect } from 'node:net'
import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { Route } from '@vignette/contract/define-route.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { BODY, FAULTS } from '@vignette/contract/request-limits.ts'
import { routes } from '@vignette/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const MEMBERS = 100_000
/** Refusals take milliseconds; a second leaves room for other load on the machine. */
const QUICK_MS = 1_000
const AN_ID = '018f0000-0000-7000-8000-000000000001'

const writes = Object.values<Route>(routes).filter(({ method }) => method !== 'GET')
const named = writes.map((route): [string, Route] => [route.name, route])

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: UNLIMITED_RATES })
})
afterAll(() => app.close())

function addressOf(route: Route): string {
  const kinds: Record<string, string> = { kind: 'image', gateway: 'sandbox' }
  return API_BASE + route.path.replace(/:(\w+)/g, (_, name: string) => kinds[name] ?? AN_ID)
}

interface Refusal {
  status: number
  code: string
  details?: { path: string; message: string }[]
}

/** Sends a JSON body and checks that the refusal is short, quick and a sentence. */
async function refusalOf(route: Route, body: string): Promise<Refusal> {
  const began = performance.now()
  const answer = await fetch(app.url + addressOf(route), {
    method: route.method,
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' },
    body,
  })
  const text = await answer.text()
  expect(performance.now() - began).toBeLessThan(QUICK_MS)
  expect(text.length).toBeLessThan(32_000)
  const told = JSON.parse(text) as { error: string; code: string; details?: Refusal['details'] }
  expect(told.error.length).toBeGreaterThan(5)
  expect(told.details?.length ?? 0).toBeLessThanOrEqual(FAULTS.told)
  return { status: answer.status, code: told.code, ...(told.details && { details: told.details }) }
}

describe.each(named)('%s refuses', (_name, route) => {
  const limit = route.bodyBytes ?? BODY.bytes

  test('a body 10% over its limit', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(limit * 1.1) })
    expect(await refusalOf(route, body)).toMatchObject({ status: 413, code: 'payload_too_large' })
  })

  test('lists of 100,000 members', async () => {
    const long = Array(MEMBERS).fill(1)
    const places = route.body ? listsOf(route.body) : []
    for (const place of [[], ...places]) {
      const { status } = await refusalOf(route, JSON.stringify(putAt(place, long)))
      expect([400, 413], place.join('.')).toContain(status)
    }
  })

  test('a body one level too deep', async () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const deepest = route.bodyDepth ?? BODY.depth
    expect((await refusalOf(route, deep(deepest + 1))).status).toBe(400)
  })
})

test('a document may be as deep as its own limit allows, other bodies not', async () => {
  const deep = `${'['.repeat(BODY.documentDepth)}${']'.repeat(BODY.documentDepth)}`
  const told = await refusalOf(routes.createWorkflow, deep)
  expect(told.code).toBe('validation_failed')
  expect((await refusalOf(routes.createCreation, deep)).code).toBe('bad_request')
})

interface Node {
  type?: string
  properties?: Record<string, Node>
  items?: Node
  additionalProperties?: Node | boolean
  anyOf?: Node[]
  maxItems?: number
  maxProperties?: number
}
type Place = (string | number)[]

/** The paths of all lists and records within a body's schema. */
function listsOf(body: z.ZodType): Place[] {
  const found: Place[] = []
  function visit(node: Node, place: Place): void {
    for (const one of node.anyOf ?? []) visit(one, place)
    if (node.items) {
      expect(node.maxItems, place.join('.')).toBeLessThanOrEqual(BATCH.rows)
      found.push(place)
      visit(node.items, [...place, 0])
    }
    if (typeof node.additionalProperties === 'object') {
      expect(node.maxProperties, place.join('.')).toBeLessThanOrEqual(100)
      found.push(place)
      visit(node.additionalProperties, [...place, 'k'])
    }
    for (const [name, one] of Object.entries(node.properties ?? {})) visit(one, [...place, name])
  }
  visit(z.toJSONSchema(body, { io: 'input' }) as Node, [])
  return found
}

function putAt(place: Place, value: unknown): unknown {
  return place.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  )
}

test('every list and record of a body is counted before its members are parsed', () => {
  const record = Object.fromEntries(Array.from({ length: MEMBERS }, (_, at) => [`k${at}`, {}]))
  let counted = 0
  for (const { name, body } of writes) {
    for (const place of body ? listsOf(body) : []) {
      const way = place.join('.')
      const faults = [Array(MEMBERS).fill({}), record].map((given) => {
        const { issues = [] } = body?.safeParse(putAt(place, given)).error ?? {}
        return issues.filter(({ path }) => path.join('.').startsWith(way)).length
      })
      // Only one of the two values has the right type and is too long.
      expect(Math.max(...faults), `${name} ${way}`).toBe(1)
      counted++
    }
  }
  expect(counted).toBeGreaterThan(8)
})

test('of many faults twenty are reported, each shortened', async () => {
  const input = { key: 1, type: 1, name: 1, display_name: 1, description: 1, required: 1 }
  const faulty = { inputs: Array(20).fill(input), steps: [] }
  const { details = [] } = await refusalOf(routes.createWorkflow, JSON.stringify(faulty))
  expect(details).toHaveLength(FAULTS.told)
  const key = 'k'.repeat(60_000)
  const long = await refusalOf(routes.createCreation, `{"user_inputs":{"${key}":1}}`)
  expect(long).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('a client IP over its rate is refused before its body is read, on routes without a valid body too', async () => {
  const limited = await startTestApp({
    worker: false,
    env: { ...UNLIMITED_RATES, RATE_CHECKOUTS: '1' },
  })
  try {
    const address = `${limited.url}${API_BASE}/payment/create-checkout-session`
    const headers = { 'content-type': 'application/json' }
    const broken = await fetch(address, { method: 'POST', headers, body: '{' })
    expect(broken.status).toBe(400)
    const status = await new Promise((resolve, reject) => {
      const sending = open(address, {
        method: 'POST',
        headers: { ...headers, 'content-length': 999 },
      })
      sending.on('response', (answer) => {
        resolve(answer.statusCode)
        sending.destroy()
      })
      sending.on('error', reject)
      // Sends the headers only.
      sending.flushHeaders()
    })
    expect(status).toBe(429)
  } finally {
    await limited.close()
  }
})

test('the longest search that Discover makes is short enough for an address, with a cursor too', async () => {
  const search = (place: Record<string, string>) => {
    const query = new URLSearchParams({
      ...place,
      per_page: '48',
      sort_by: 'created_at',
      sort_order: 'DESC',
      q: '画'.repeat(200),
      output_type: 'image',
      price: 'free',
      creator: `@${'a'.repeat(63)}`,
    })
    return fetch(`${app.url}${API_BASE}/workflows?${query.toString()}`)
  }
  expect((await search({ page: '208' })).status).toBe(200)
  const foreign = await search({ cursor: 'x'.repeat(200) })
  expect(foreign.status).toBe(400)
  expect(await foreign.json()).toMatchObject({ code: 'validation_failed' })
  expect((await fetch(`${app.url}${API_BASE}/workflows?q=${'画'.repeat(300)}`)).status).toBe(414)
})

describe('a malformed request', () => {
  const bodies: [string, string][] = [
    ['a NUL', '{"user_inputs":{"wish":"a\\u0000b"}}'],
    ['half a character', '{"user_inputs":{"wish":"\\ud800"}}'],
    ['half a character in a name', '{"user_inputs":{"\\udc00":"x"}}'],
    ['__proto__', '{"user_inputs":{"__proto__":{"admin":true}}}'],
    ['endless nesting', `{"user_inputs":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
    ['no JSON', '{"user_inputs":'],
    ['another type', '[]'],
  ]
  test.each(bodies)('is refused with a sentence: a body with %s', async (_what, body) => {
    const answer = await fetch(`${app.url}${API_BASE}/workflows/${AN_ID}/creations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: expect.stringMatching(/^\S.*/),
      code: expect.stringMatching(/^(bad_request|validation_failed)$/),
      request_id: answer.headers.get('x-request-id'),
    })
  })

  test.each([
    '/users/%00',
    '/workflows?q=%00',
    '/payment/session/a%00b',
    '/creations/%zz',
    `/users/${'x'.repeat(5_000)}`,
    '/workflows?q=%ED%A0%80',
  ])('the address %s is answered in our shape', async (path) => {
    const answer = await fetch(app.url + API_BASE + path)
    expect(answer.status).toBeLessThan(500)
    if (answer.status < 400) return
    expect(await answer.json()).toHaveProperty('request_id')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  })

  test.each([
    ['GET / HTTP/1.1\r\nHost: evil"/><script>\r\n\r\n', 400],
    ['GET /api/v1/config HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['GARBAGE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`, 431],
    ['GET /api/v1/config HTTP/1.0\r\n\r\n', 200],
  ])('%j ends in %i', async (request, status) => {
    const { port, hostname } = new URL(app.url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(request))
      let text = ''
      socket.on('data', (data) => {
        text += data.toString()
        if (/\r\n\r\n[^]*\}$/.test(text)) socket.end()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', () => resolve(text))
    })
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.[01] ${status} `))
    if (status >= 400) expect(answer).toContain('"request_id"')
  })
})
