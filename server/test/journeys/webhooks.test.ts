import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { WebhookDeliveryView, WebhookView } from '@vignette/contract/webhooks.ts'
import { eq, sql } from 'drizzle-orm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { banUser } from '../../src/features/identity/index.ts'
import { recordEvent } from '../../src/features/webhooks/record-event.ts'
import { runSweepWebhooks, sendNext } from '../../src/features/webhooks/send-webhooks.ts'
import { resealWebhooks, secretsOf } from '../../src/features/webhooks/signing-secret.ts'
import type { ResolveAll } from '../../src/platform/http-client/open-guarded.ts'
import { webhookDeliveries, webhookEndpoints } from '../../src/schema/webhooks.ts'
import { readEveryTable } from '../support/accounts.ts'
import { idOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { type HookStandIn, startHookStandIn } from '../support/stand-ins/webhook-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let hook: HookStandIn
const clock = shiftClock()
const hooks: HookStandIn[] = []
beforeAll(async () => {
  // Without a worker, so that a test says when something is sent.
  app = await startTestApp({ worker: false, change: clock.change, env: UNLIMITED_RATES })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.hours = 0
  hook = await newHook()
})
afterEach(async () => {
  app.ctx.config = { ...app.ctx.config, loopback: true }
  await app.ctx.db.delete(webhookEndpoints)
  for (const one of hooks.splice(0)) await one.close()
})

async function newHook(): Promise<HookStandIn> {
  const one = await startHookStandIn()
  hooks.push(one)
  return one
}

let people = 0
async function enter(): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser(app.url)
  await signIn(browser, `person${++people}@example.com`)
  return { browser, id: await idOf(browser) }
}

type Made = WebhookView & { secret: string }
interface Own {
  browser: Browser
  ownerId: string
  webhook: Made
}

const EVENTS = ['creation.completed', 'payment.captured']

async function make(url = hook.url, by?: { browser: Browser; id: string }): Promise<Own> {
  const { browser, id: ownerId } = by ?? (await enter())
  const made = await browser.json<Made>('/webhooks', { body: { url, events: EVENTS } })
  expect([made.status, made.body]).toMatchObject([201, { url, state: 'on' }])
  return { browser, ownerId, webhook: made.body }
}

/** News with a number of its own. */
const tell = (
  of: string,
  at = 1,
  type: 'creation.completed' | 'case.opened' = 'creation.completed',
) => inTransaction(app.ctx, (tx) => recordEvent(tx, { of, type, view: async () => ({ at }) }))

const send = ({ webhook }: Own, resolve?: ResolveAll) => sendNext(app.ctx, webhook.id, resolve)

async function deliveriesOf({ browser, webhook }: Own): Promise<WebhookDeliveryView[]> {
  const { body } = await browser.json<{ items: WebhookDeliveryView[] }>(
    `/webhooks/${webhook.id}/deliveries`,
  )
  return body.items
}

async function look({ browser, webhook }: Own): Promise<WebhookView | undefined> {
  const { body } = await browser.json<{ items: WebhookView[] }>('/webhooks')
  return body.items.find(({ id }) => id === webhook.id)
}

const act = ({ browser, webhook }: Own, path: string, body?: object) =>
  browser.json<Omit<Made, 'state'> & Omit<WebhookDeliveryView, 'state'> & { state: string }>(
    `/webhooks/${webhook.id}${path}`,
    {
      method: body ? 'PATCH' : 'POST',
      body,
    },
  )

describe('signatures', () => {
  const PYTHON = fileURLToPath(new URL('../support/verify_webhook.py', import.meta.url))
  const hasPython = spawnSync('python3', ['--version']).status === 0

  type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean
  const VERIFIERS: [name: string, verify: Verify][] = [
    [
      'standardwebhooks',
      (secret, headers, body) => passes(new StandardWebhook(secret), headers, body),
    ],
    ['svix', (secret, headers, body) => passes(new SvixWebhook(secret), headers, body)],
    ...(hasPython ? [['Python’s hmac', verifyInPython] as [string, Verify]] : []),
  ]

  function passes(
    one: { verify(body: string, headers: Record<string, string>): unknown },
    headers: Record<string, string>,
    body: string,
  ): boolean {
    try {
      one.verify(body, headers)
      return true
    } catch {
      return false
    }
  }

  function verifyInPython(secret: string, headers: Record<string, string>, body: string): boolean {
    const input = JSON.stringify({ secret, headers, body })
    const { stdout } = spawnSync('python3', [PYTHON], { input, encoding: 'utf8' })
    return JSON.parse(stdout) as boolean
  }

  async function receive(own: Own) {
    await tell(own.ownerId)
    expect(await send(own)).toBe('delivered')
    const { headers, text } = hook.received.at(-1)!
    return { headers: headers as Record<string, string>, text }
  }

  test.each(VERIFIERS)(
    '%s takes a good one, and none that was changed, is old or of another',
    async (_, verify) => {
      const own = await make()
      const { secret } = own.webhook
      const { headers, text } = await receive(own)
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(verify(secret, headers, text)).toBe(true)
      expect(verify(secret, headers, text.replace('"at":1', '"at":2'))).toBe(false)
      expect(verify(secret, { ...headers, 'webhook-id': own.webhook.id }, text)).toBe(false)
      const { webhook: other } = await make()
      expect(verify(other.secret, headers, text)).toBe(false)
      clock.hours = -1 / 6
      const old = await receive(await make())
      expect(verify(secret, old.headers, old.text)).toBe(false)
    },
  )

  test.each(VERIFIERS)('%s takes both secrets for a day after a change', async (_, verify) => {
    const own = await make()
    const rotated = await act(own, '/rotate')
    expect(rotated.body.old_secret_until).not.toBe(null)
    const [before, after] = [own.webhook.secret, rotated.body.secret]
    expect(after).not.toBe(before)
    const both = await receive(own)
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [before, after]) expect(verify(secret, both.headers, both.text)).toBe(true)
    clock.hours = 24.1
    // The libraries know no other clock than the machine's.
    await tell(own.ownerId)
    await send(own)
    expect(hook.received.at(-1)?.headers['webhook-signature'].split(' ')).toHaveLength(1)
    await runSweepWebhooks(app.ctx)
    clock.hours = 0
    await app.ctx.db.update(webhookEndpoints).set({ nextAt: new Date() })
    const late = await receive(own)
    expect(verify(before, late.headers, late.text)).toBe(false)
    expect(verify(after, late.headers, late.text)).toBe(true)
  })
})

test('news is sent as type, time and data, and nothing else listens', async () => {
  const own = await make()
  await tell(own.ownerId, 7)
  await tell(own.ownerId, 8, 'case.opened')
  expect(await send(own)).toBe('delivered')
  expect(await send(own)).toBe('not due')
  const [{ headers, body } = expect.fail()] = hook.received
  expect(body).toEqual({
    type: 'creation.completed',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { at: 7 },
  })
  expect(headers).toMatchObject({ 'content-type': 'application/json' })
  const [delivery] = await deliveriesOf(own)
  expect(delivery).toMatchObject({
    id: headers['webhook-id'],
    type: 'creation.completed',
    state: 'delivered',
    attempts: 1,
    status: 200,
    answer: 'ok',
    error: null,
  })
})

test('a transaction that is rolled back tells nothing', async () => {
  const own = await make()
  const told = inTransaction(app.ctx, async (tx) => {
    await recordEvent(tx, { of: own.ownerId, type: 'creation.completed', view: async () => ({}) })
    throw new Error('rolled back')
  })
  await expect(told).rejects.toThrow('rolled back')
  expect(await app.ctx.db.$count(webhookDeliveries)).toBe(0)
})

test('what cannot be written does not stop what it tells of', async () => {
  const { ownerId: of } = await make()
  const view = () => Promise.reject(new Error('no view'))
  await inTransaction(app.ctx, (tx) => recordEvent(tx, { of, type: 'creation.completed', view }))
  expect(await app.ctx.db.$count(webhookDeliveries)).toBe(0)
})

test('of ten at once ten find room, and of twelve two do not', async () => {
  const { browser } = await enter()
  const asked = await Promise.all(
    Array.from({ length: 12 }, () =>
      browser.json('/webhooks', { body: { url: hook.url, events: EVENTS } }),
    ),
  )
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(2)
})

describe('addresses', () => {
  const INNER = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.1.1/',
    'https://192.0.0.192/',
    'https://[fd00::1]/',
    'http://example.com/hook',
    'https://user:pass@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'not an address',
  ]

  test.each(INNER)('%s is refused on a server that others reach', async (url) => {
    app.ctx.config = { ...app.ctx.config, loopback: false }
    const { browser } = await enter()
    const { status, body } = await browser.json('/webhooks', { body: { url, events: EVENTS } })
    expect([status, body['code']]).toEqual([400, 'validation_failed'])
  })

  test('this machine alone is allowed besides, where nobody else reaches the server', async () => {
    const { browser } = await enter()
    for (const url of INNER.filter((one) => !/127|2130706433|0x7f|::1\]|http:\/\/ex/.test(one))) {
      const { status } = await browser.json('/webhooks', { body: { url, events: EVENTS } })
      expect([url, status]).toEqual([url, 400])
    }
  })

  const answers =
    (...turns: string[][]): ResolveAll =>
    (_name, done) =>
      done(
        null,
        (turns.length > 1 ? turns.shift() : turns[0])!.map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      )

  test.each([[['127.0.0.1']], [['10.1.2.3']], [['::1']], [['93.184.216.34', '169.254.169.254']]])(
    'a name that leads to %s is refused when connecting',
    async (...addresses) => {
      app.ctx.config = { ...app.ctx.config, loopback: false }
      const own = await make('https://hook.example/')
      await tell(own.ownerId)
      expect(await send(own, answers(addresses.flat()))).toBe('again')
      expect((await deliveriesOf(own))[0]).toMatchObject({
        state: 'waiting',
        status: null,
        error: 'Refused address: its name resolves to a private network.',
      })
    },
  )

  test('a name is looked up once for a connection, so that a second answer changes nothing', async () => {
    const { port } = new URL(hook.url)
    const own = await make(`http://hook.example:${port}/hook`)
    await tell(own.ownerId)
    const names: string[] = []
    const turning = answers(['127.0.0.1'], ['10.0.0.1'])
    const counted: ResolveAll = (name, done) => {
      names.push(name)
      turning(name, done)
    }
    expect(await send(own, counted)).toBe('delivered')
    expect(names).toEqual(['hook.example'])
    await tell(own.ownerId)
    expect(await send(own, counted)).toBe('again')
    expect(names).toHaveLength(2)
    expect(hook.received).toHaveLength(1)
  })

  test('an address that became an inner one is refused at the next sending', async () => {
    const own = await make()
    app.ctx.config = { ...app.ctx.config, loopback: false }
    await tell(own.ownerId)
    expect(await send(own)).toBe('again')
    expect(hook.received).toEqual([])
  })
})

describe('answers', () => {
  test('a redirect is not followed', async () => {
    const other = await newHook()
    hook.answer((answer) => answer.writeHead(302, { location: other.url }).end())
    const own = await make()
    await tell(own.ownerId)
    expect(await send(own)).toBe('again')
    expect((await deliveriesOf(own))[0]).toMatchObject({ state: 'waiting', status: 302 })
    expect(other.received).toEqual([])
  })

  test('of many megabytes the first part is read, and its first characters are kept', async () => {
    let sent = 0
    function* megabytes() {
      for (; sent < 64; sent++) yield '\0é'.padEnd(2 ** 20, 'a')
    }
    hook.answer((answer) => {
      answer.writeHead(200)
      pipeline(Readable.from(megabytes()), answer).catch(() => undefined)
    })
    const own = await make()
    await tell(own.ownerId)
    expect(await send(own)).toBe('delivered')
    const [delivery] = await deliveriesOf(own)
    expect(delivery?.answer).toBe(`é${'a'.repeat(999)}`)
    expect(sent).toBeLessThan(32)
  })

  test('410 ends the webhook, and what waits, until its owner resumes it', async () => {
    hook.answer(410)
    const own = await make()
    for (const at of [1, 2]) await tell(own.ownerId, at)
    expect(await send(own)).toBe('failed')
    expect(await look(own)).toMatchObject({ state: 'gone', waiting: 0, next_at: null })
    expect((await deliveriesOf(own)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    await tell(own.ownerId, 3)
    expect(await deliveriesOf(own)).toHaveLength(2)
    expect((await act(own, '/test')).status).toBe(409)
    hook.answer(200)
    expect((await act(own, '', { state: 'on' })).body).toMatchObject({
      state: 'on',
      failing_since: null,
    })
    await tell(own.ownerId, 4)
    expect(await send(own)).toBe('delivered')
  })

  test.each([429, 503])('Retry-After of %i is kept', async (status) => {
    hook.answer((answer) => answer.writeHead(status, { 'retry-after': '7200' }).end())
    const own = await make()
    await tell(own.ownerId)
    expect(await send(own)).toBe('again')
    hook.answer(200)
    clock.hours = 1.9
    expect(await send(own)).toBe('not due')
    clock.hours = 2.01
    expect(await send(own)).toBe('delivered')
  })
})

describe('when it is sent', () => {
  async function countTasks(endpointId: string): Promise<number> {
    const { rows } = await app.ctx.db.execute(sql`
      select 1 from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = ${endpointId}`)
    return rows.length
  }

  test('a refused delivery is tried from 5 seconds on for three days, under one id', async () => {
    hook.answer(500)
    const own = await make()
    await tell(own.ownerId)
    const start = Date.now()
    const hours: number[] = []
    for (;;) {
      const outcome = await send(own)
      hours.push(clock.hours)
      if (outcome === 'failed') break
      expect(outcome).toBe('again')
      const at = Date.parse((await look(own))?.next_at ?? '')
      clock.hours = (at - Date.now()) / 3_600_000 + 0.0001
      expect(hours.length).toBeLessThan(30)
    }
    expect(hours[1]! * 3600).toBeGreaterThan(4)
    expect(hours[1]! * 3600).toBeLessThan(7)
    expect(hours.at(-1)).toBeGreaterThan(71.9)
    expect(hours.at(-1)).toBeLessThan(72.2)
    expect(hours).toHaveLength(15)
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const stamps = hook.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(stamps.at(-1)! - start / 1000).toBeGreaterThan(71 * 3600)
    expect((await deliveriesOf(own))[0]).toMatchObject({
      state: 'failed',
      attempts: 15,
      status: 500,
    })
    // The next is tried when the rest is over, and opens the way again.
    hook.answer(200)
    await tell(own.ownerId, 2)
    expect(await send(own)).toBe('not due')
    clock.hours += 12.1
    expect(await send(own)).toBe('delivered')
    expect(await look(own)).toMatchObject({ failing_since: null })
  })

  test('an endpoint gets its news in order, and a refused one holds those behind it', async () => {
    const own = await make()
    for (const at of [1, 2, 3]) await tell(own.ownerId, at)
    hook.answer(500)
    expect(await send(own)).toBe('again')
    expect(await send(own)).toBe('not due')
    hook.answer(200)
    clock.hours = 0.01
    while ((await send(own)) === 'delivered');
    expect(hook.received.map(({ body }) => body.data['at'])).toEqual([1, 1, 2, 3])
  })

  test('ten senders at once make one attempt, and ten sweeps queue without sending twice', async () => {
    const own = await make()
    await tell(own.ownerId)
    hook.answer((answer) => setTimeout(() => answer.writeHead(200).end(), 50))
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(own)))
    expect(sent.filter((one) => one === 'delivered')).toHaveLength(1)
    expect(hook.received).toHaveLength(1)
    await tell(own.ownerId, 2)
    const queued = () => countTasks(own.webhook.id)
    const before = await queued()
    await Promise.all(Array.from({ length: 10 }, () => runSweepWebhooks(app.ctx)))
    expect(await queued()).toBe(before + 10)
    await Promise.all(Array.from({ length: 10 }, () => send(own)))
    expect(hook.received).toHaveLength(2)
    expect((await deliveriesOf(own)).map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test('endpoints that hang hold up no others, and an account has two under way', async () => {
    const slow = await newHook()
    slow.answer('hang')
    const mine = await enter()
    const own = [await make(slow.url, mine), await make(slow.url, mine), await make(slow.url, mine)]
    const other = await make()
    await tell(mine.id)
    await tell(other.ownerId)
    const hanging = own.slice(0, 2).map((one) => send(one))
    await slow.until(2)
    expect(await send(own[2]!)).toBe('not due')
    expect(await send(other)).toBe('delivered')
    slow.answer(200)
    await slow.close()
    hooks.splice(hooks.indexOf(slow), 1)
    expect(await Promise.all(hanging)).toEqual(['again', 'again'])
    expect(await send(own[2]!)).toBe('again')
  })

  test('a sender that died loses its lease, and the delivery goes under its id', async () => {
    const own = await make()
    await tell(own.ownerId)
    await app.ctx.db
      .update(webhookEndpoints)
      .set({ attempt: 1, leasedUntil: new Date(Date.now() + 30_000) })
    expect(await send(own)).toBe('not due')
    await app.ctx.db.update(webhookEndpoints).set({ leasedUntil: new Date(0) })
    expect(await send(own)).toBe('delivered')
    expect(hook.received[0]?.headers['webhook-id']).toBe((await deliveriesOf(own))[0]?.id)
  })

  test('while it is paused news waits, and goes once it is resumed', async () => {
    const own = await make()
    expect((await act(own, '', { state: 'paused' })).body).toMatchObject({ state: 'paused' })
    await tell(own.ownerId)
    expect(await send(own)).toBe('not due')
    expect(await look(own)).toMatchObject({ waiting: 1 })
    await act(own, '', { state: 'on' })
    expect(await send(own)).toBe('delivered')
  })

  test('what waited too long is given up, and of too many the oldest', async () => {
    const own = await make()
    await act(own, '', { state: 'paused' })
    await tell(own.ownerId)
    clock.hours = 73.1
    await tell(own.ownerId)
    await runSweepWebhooks(app.ctx)
    const [late, old] = await deliveriesOf(own)
    expect(late).toMatchObject({ state: 'waiting' })
    expect(old).toMatchObject({ state: 'failed', error: 'Not taken within 3 days.' })
    const [row] = await app.ctx.db.select().from(webhookDeliveries).limit(1)
    const many = Array.from({ length: 1_001 }, () => ({
      ...row!,
      id: crypto.randomUUID(),
      seq: undefined,
      state: 'waiting' as const,
      createdAt: app.ctx.clock.now(),
    }))
    await app.ctx.db.insert(webhookDeliveries).values(many)
    await runSweepWebhooks(app.ctx)
    expect(await look(own)).toMatchObject({ waiting: 1_000 })
  })

  test('the last hundred that ended are kept', async () => {
    const own = await make()
    for (let at = 1; at <= 103; at++) {
      await tell(own.ownerId, at)
      await send(own)
    }
    expect(await deliveriesOf(own)).toHaveLength(100)
    expect(await app.ctx.db.$count(webhookDeliveries)).toBe(100)
  })
})

describe('by hand', () => {
  test('a test event goes at once, before what waits, and once', async () => {
    hook.answer(500)
    const own = await make()
    await tell(own.ownerId)
    await send(own)
    const asked = await act(own, '/test')
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { type: 'webhook.test', state: 'waiting' },
    ])
    expect(await send(own)).toBe('failed')
    expect(hook.types()).toEqual(['creation.completed', 'webhook.test'])
    expect(hook.received[1]?.body.data).toEqual({ webhook_id: own.webhook.id })
    expect(await send(own)).toBe('not due')
    hook.answer(200)
    await act(own, '/test')
    expect(await send(own)).toBe('delivered')
    expect(await send(own)).toBe('delivered')
    expect(hook.types().slice(2)).toEqual(['webhook.test', 'creation.completed'])
  })

  test('a delivery is sent again under its id, at once and once', async () => {
    const own = await make()
    await tell(own.ownerId)
    await send(own)
    const [first] = await deliveriesOf(own)
    const asked = await act(own, `/deliveries/${first?.id}/send`)
    expect([asked.status, asked.body.state]).toEqual([202, 'waiting'])
    expect(await send(own)).toBe('delivered')
    expect(await send(own)).toBe('not due')
    const [again, second] = hook.received
    expect(second?.headers['webhook-id']).toBe(again?.headers['webhook-id'])
    expect(second?.text).toBe(again?.text)
    expect((await deliveriesOf(own))[0]).toMatchObject({ attempts: 2, state: 'delivered' })
  })

  test('a delivery of another webhook is not found', async () => {
    const [own, other] = [await make(), await make()]
    await tell(other.ownerId)
    await send(other)
    const [theirs] = await deliveriesOf(other)
    expect((await act(own, `/deliveries/${theirs?.id}/send`)).status).toBe(404)
  })

  test('an owner who gives another address meanwhile has it tried at once', async () => {
    const own = await make()
    await tell(own.ownerId)
    const better = await newHook()
    hook.answer((answer) => {
      void act(own, '', { url: better.url }).then(() => answer.writeHead(410).end())
    })
    clock.hours = 0.001
    expect(await send(own)).toBe('failed')
    expect(await look(own)).toMatchObject({ state: 'on', url: better.url })
    await tell(own.ownerId, 2)
    expect(await send(own)).toBe('delivered')
    expect(better.received).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('a secret is in one answer alone, and sealed in the database', async () => {
    const own = await make(`${hook.url}?token=inner`)
    await tell(own.ownerId)
    await send(own)
    const { secret } = own.webhook
    expect(await readEveryTable(app)).not.toContain(secret)
    const listed = await own.browser.json('/webhooks')
    expect(JSON.stringify(listed.body)).not.toContain('whsec_')
    await signIn(own.browser, `person${people}@example.com`, { fresh: true })
    const file = await own.browser.fetch('/api/v1/users/me/export')
    const zip = readZip(Buffer.from(await file.arrayBuffer()))
    const exported = String(zip.get('webhooks.json'))
    expect(JSON.parse(exported)).toMatchObject([
      { id: own.webhook.id, events: EVENTS, state: 'on' },
    ])
    for (const word of ['inner', 'whsec_', '/hook']) expect(exported).not.toContain(word)
  })

  test('a deleted webhook takes its deliveries, also while news is told', async () => {
    const own = await make()
    await tell(own.ownerId)
    const [{ status }] = await Promise.all([
      own.browser.json(`/webhooks/${own.webhook.id}`, { method: 'DELETE' }),
      ...Array.from({ length: 9 }, (_, at) => tell(own.ownerId, at)),
    ])
    expect(status).toBe(200)
    expect(await app.ctx.db.$count(webhookDeliveries)).toBe(0)
    expect(await look(own)).toBe(undefined)
  })

  const ban = (id: string, banned: boolean) =>
    inTransaction(app.ctx, (tx) =>
      banUser({ ...tx, caller: { ...tx.caller, via: 'command' } }, id, banned),
    )

  test('a banned account is told nothing, and a deleted one keeps nothing', async () => {
    const own = await make()
    await tell(own.ownerId)
    await ban(own.ownerId, true)
    await tell(own.ownerId, 2)
    expect(await send(own)).toBe('not due')
    expect(await app.ctx.db.$count(webhookDeliveries)).toBe(1)
    await ban(own.ownerId, false)
    expect(await send(own)).toBe('delivered')
    await signIn(own.browser, `person${people}@example.com`, { fresh: true })
    await own.browser.json('/users/me', { method: 'DELETE' })
    expect(await app.ctx.db.$count(webhookEndpoints)).toBe(0)
  })

  test('another SECRET keeps the signing secrets where the old one is given, and pauses else', async () => {
    const own = await make()
    const { db, config } = app.ctx
    const next = 'another-secret-of-32-characters-and-more'
    await resealWebhooks(db, [next, ...config.secret])
    const read = async (secret: string) => {
      const [row] = await db
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.id, own.webhook.id))
      return secretsOf({ config: { ...config, secret: [secret] }, clock: app.ctx.clock }, row!)
    }
    expect(await read(next)).toEqual([own.webhook.secret])
    await resealWebhooks(db, config.secret)
    expect(await look(own)).toMatchObject({ state: 'paused' })
    expect((await act(own, '', { state: 'on' })).status).toBe(409)
    await act(own, '/rotate')
    expect((await act(own, '', { state: 'on' })).body.state).toBe('on')
  })
})
