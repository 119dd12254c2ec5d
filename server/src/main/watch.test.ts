import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, publish, remix } from '../../test/support/acts.ts'
import { Browser, signIn, Visitor } from '../../test/support/browser.ts'
import { createScriptedProvider, picture } from '../../test/support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../../test/support/start-test-app.ts'
import { newId } from '../platform/ids.ts'
import { inboxLetters } from '../providers/mail/inbox/tables.ts'
import { reconciliations, webhookEvents } from '../schema/payments.ts'
import { type AlertRule, judge, readAlertRules, type Sample } from './alert-rules.ts'
import { collectShared } from './serve-metrics.ts'
import { alerts, backups } from './tables.ts'
import { listJudged, openWatch } from './watch.ts'

/** They look at what was, or at figures of other processes. */
const PROMETHEUS_ALONE = [
  'DatabaseAway',
  'JobsPileUp',
  'RunsFail',
  'RunsSlow',
  'ProviderSlotsShort',
  'ProviderServerBusy',
  'WebhooksLate',
  'WebhooksRefused',
  'FilesUnsigned',
  'RecipesFail',
  'ListsSlow',
  'ServerErrors',
  'Flood',
  'PoolWaits',
  'NoNotifications',
  'LoopLags',
  'MemoryGrows',
]

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes and more').toString('base64')}`

let app: TestApp
let judged: AlertRule[]
let receiver: Server
let isAway = false
const heard: { type: string; data: { name: string; subject: string } }[] = []

beforeAll(async () => {
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    new Webhook(SECRET).verify(body, request.headers as Record<string, string>)
    if (!isAway) heard.push(JSON.parse(body))
    response.writeHead(isAway ? 503 : 204).end()
  }
  receiver = createServer((request, response) => void hear(request, response))
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  app = await startTestApp({
    worker: false,
    env: {
      ALERT_EMAILS: 'watch@example.com',
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
      ALERT_WEBHOOK_SECRET: SECRET,
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_KEY: 'a phrase that the operator keeps',
    },
    providers: [
      {
        ...createScriptedProvider({ start: () => picture() }),
        listServers: () => Promise.resolve([{ name: 'fast', up: isUp, queue: null }]),
      },
    ],
  })
  const registry = new Registry()
  collectShared(app.ctx, registry)
  judged = listJudged(registry)
})
afterAll(async () => {
  await app.close()
  receiver.close()
})
let isUp = true

test('every rule of Prometheus is judged by the server itself, or named as one that it cannot judge', () => {
  const names = readAlertRules().map(({ name }) => name)
  const own = new Set(judged.map(({ name }) => name))
  expect(names.filter((name) => !own.has(name))).toEqual(PROMETHEUS_ALONE)
})

/** The figures under which Prometheus fires. */
function figuresOf(name: string): Map<string, Sample[]> {
  const tests = readFileSync(new URL('../../../deploy/alerts.test.yml', import.meta.url), 'utf8')
  const one =
    tests.split('  - interval:').find((part) => part.includes(`alertname="${name}"`)) ?? ''
  const samples = new Map<string, Sample[]>()
  for (const [, metric = '', labels = '', value] of one.matchAll(
    /series: ["'](\w+)(?:\{(.*)\})?["']\s+values: "(\d+)/g,
  )) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, is]) => [key, is])
    const sample = { labels: Object.fromEntries(pairs), value: Number(value) }
    samples.set(metric, [...(samples.get(metric) ?? []), sample])
  }
  return samples
}

test('what the server judges begins under the figures under which Prometheus fires, and under no figures', () => {
  for (const rule of judged) {
    const figures = figuresOf(rule.name)
    const found = judge(rule, (metric) => figures.get(metric) ?? [])
    expect([...found.keys()], rule.name).toHaveLength(1)
    expect([...found.values()][0]?.summary).not.toContain('$labels')
    expect(judge(rule, () => []).size).toBe(0)
  }
})

const hourAgo = () => new Date(Date.now() - 3_600_000)
const run = (statement: string) => app.ctx.db.execute(sql.raw(statement))
const compare = (differences: unknown[], finishedAt: Date) =>
  app.ctx.db.insert(reconciliations).values({
    id: newId(),
    since: finishedAt,
    startedAt: finishedAt,
    finishedAt,
    compared: 1,
    differences: differences as never,
  })

/** How each fault is made, and how it ends. */
const FAULTS: Record<
  string,
  { make: () => Promise<unknown>; end: (() => Promise<unknown>) | undefined }
> = {
  NoWorker: {
    make: () => run(`update jobs set leased_until = now() - interval '1 minute'`),
    end: () => run(`update jobs set leased_until = null`),
  },
  JobsWait: {
    make: () => run(`update jobs set created_at = now() - interval '2 minutes'`),
    end: () => run(`update jobs set created_at = now()`),
  },
  ProviderServerDown: {
    make: async () => (isUp = false),
    end: async () => (isUp = true),
  },
  PaymentTasksWait: {
    make: async () => {
      await run(`delete from pgboss.job where name like 'payments.%'`)
      await run(`insert into pgboss.job (name)
        select min(name) from pgboss.queue where name like 'payments.%'`)
    },
    end: () => run(`delete from pgboss.job where name like 'payments.%'`),
  },
  PaymentsUnsettled: {
    make: () =>
      run(`update payments p set state = 'capture_requested', creation_id = j.creation_id,
        moved_at = now() - interval '1 hour' from jobs j where j.payment_id = p.id`),
    end: () => run(`update payments set moved_at = now()`),
  },
  CapturesRefused: {
    make: () => run(`update payments set failure = 'refused' where state = 'capture_requested'`),
    end: () => run(`update payments set failure = null`),
  },
  GatewayNewsLate: {
    make: () =>
      app.ctx.db.insert(webhookEvents).values({
        gateway: 'sandbox',
        id: randomUUID(),
        name: 'payment.captured',
        occurredAt: hourAgo(),
        receivedAt: hourAgo(),
      }),
    end: () => run(`update webhook_events set processed_at = now()`),
  },
  ReportsWait: {
    make: async () => {
      const reporter = new Visitor(app.url)
      const body = { subject_type: 'workflow', subject_id: recipe, reason: 'spam' }
      const { status } = await reporter.json('/reports', { body })
      expect(status).toBeLessThan(300)
    },
    end: () => run(`update reports set status = 'dismissed'`),
  },
  TaxUnknown: {
    make: () =>
      run(`insert into payment_events (payment_id, name, detail, at)
        select id, 'payment.authorized', '{"tax":"unknown"}', now() from payments limit 1`),
    // Written for good: it is over when a day has passed.
    end: undefined,
  },
  BooksDiffer: {
    make: () => compare([{ kind: 'unprocessed_event' }], new Date()),
    end: () => compare([], new Date()),
  },
  BooksNotCompared: {
    make: () => run(`update reconciliations set finished_at = now() - interval '3 hours'`),
    end: () => compare([], new Date()),
  },
  BackupOld: {
    make: () =>
      app.ctx.db.insert(backups).values({
        id: randomUUID(),
        name: 'old',
        startedAt: new Date(Date.now() - 2 * 86_400_000),
      }),
    end: () => app.ctx.db.delete(backups),
  },
}
let recipe = ''
/** As if it had begun so much earlier. */
const hold = (ms: number) =>
  app.ctx.db
    .update(alerts)
    .set({ since: sql`${alerts.since} - make_interval(secs => ${ms / 1000})` })

const letters = async () =>
  (await app.ctx.db.select().from(inboxLetters)).filter(
    ({ address }) => address === 'watch@example.com',
  )

test('each fault is told once when it has held for its time, and once when it is over', async () => {
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  recipe = (await publish(creator, { price: 300 })).id
  const fan = new Visitor(app.url)
  const session = await pay(fan, recipe)
  const begun = await remix(fan, recipe, { session_id: session })
  expect(begun.body).not.toHaveProperty('error')
  const watch = openWatch(app.ctx)
  // Two workers at once, and a third after a restart.
  const look = async () => {
    await Promise.all([watch(), openWatch(app.ctx)()])
    await openWatch(app.ctx)()
  }
  await look()
  expect(await letters()).toEqual([])

  for (const [name, { make, end }] of Object.entries(FAULTS)) {
    const rule = judged.find((one) => one.name === name)
    if (!rule) throw new Error(`${name} is not judged`)
    heard.length = 0
    await app.ctx.db.delete(inboxLetters)
    await app.ctx.db.delete(alerts)
    await make()
    await look()
    const own = () => heard.filter(({ data }) => data.name === name).map(({ type }) => type)
    const mail = async () =>
      (await letters())
        .filter(({ body: words }) => words.includes(`${name}`))
        .map(({ subject }) => subject.split(':')[0] ?? '')
        .toSorted((a, b) => a.localeCompare(b))
    if (rule.forMs > 0) expect([own(), await mail()], name).toEqual([[], []])
    await hold(rule.forMs)
    await look()
    await look()
    expect([own(), await mail()], name).toEqual([['alert.began'], ['Alert']])
    if (!end) continue
    await end()
    await look()
    await look()
    expect([own(), await mail()], name).toEqual([
      ['alert.began', 'alert.ended'],
      ['Alert', 'Ended'],
    ])
  }
})

test('a webhook that is away is called until it answers, while the letter goes out once', async () => {
  const watch = openWatch(app.ctx)
  await app.ctx.db.delete(inboxLetters)
  await app.ctx.db.delete(alerts)
  heard.length = 0
  isAway = true
  isUp = false
  await watch()
  await hold(6 * 60_000)
  for (let at = 0; at < 3; at++) await watch()
  isAway = false
  await watch()
  await watch()
  const calls = heard.filter(({ data }) => data.name === 'ProviderServerDown')
  expect(calls).toHaveLength(1)
  expect(
    (await letters()).filter(({ body: words }) => words.includes('ProviderServerDown')),
  ).toHaveLength(1)
  isUp = true
})

test('the webhook of a public server reaches no private address', async () => {
  const config = { ...app.ctx.config, loopback: false }
  isUp = false
  await app.ctx.db.delete(alerts)
  heard.length = 0
  const watch = openWatch({ ...app.ctx, config })
  await watch()
  await hold(6 * 60_000)
  await watch()
  expect(heard).toEqual([])
  isUp = true
})
