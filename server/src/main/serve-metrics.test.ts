import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, publish, remix } from '../../test/support/acts.ts'
import { Visitor } from '../../test/support/browser.ts'
import { createScriptedProvider, picture } from '../../test/support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../../test/support/start-test-app.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { ProviderError } from '../providers/generation/spec.ts'
import { reconciliations, webhookEvents } from '../schema/payments.ts'
import { FEATURES } from './features.ts'
import { serveMetrics } from './serve-metrics.ts'

const databaseMetrics = FEATURES.flatMap(({ metrics = [] }) =>
  metrics.filter((metric) => 'query' in metric),
)

/** Counts in the memory of this worker, where test files before this one have counted too. */
const counts = FEATURES.flatMap(({ metrics = [] }) =>
  metrics.flatMap((metric) => ('query' in metric ? [] : [metric])),
)

let app: TestApp
let metrics: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  for (const count of counts) count.reset()
  const provider = createScriptedProvider({
    start: async (call) => {
      if (call.prompt !== 'A fault') return picture()
      throw new ProviderError('provider_rejected', 'No.', { retryable: false })
    },
  })
  app = await startTestApp({ providers: [provider], worker: false })
  const { pool } = openDatabase({
    connectionString: app.ctx.config.databaseUrl ?? '',
    applicationName: 'vignette-test',
    log: app.ctx.log,
  })
  const served = await serveMetrics(app.ctx, pool, 0)
  metrics = {
    ...served,
    close: async () => {
      await served.close()
      await pool.end()
    },
  }
})
afterAll(async () => {
  await metrics.close()
  await app.close()
})

/** The values by name and labels, parsed from the Prometheus text. */
async function scrape(port = metrics.port): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('vignette_'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

test('jobs are counted while they wait and after their end', async () => {
  const actor = new Visitor(app.url)
  const { id } = await publish(actor)
  const jobs = [await remix(actor, id), await remix(actor, id, { user_inputs: { wish: 'fault' } })]
  const before = await scrape()
  expect(before.get('vignette_jobs{status="QUEUED"}')).toBe(2)
  expect(before.get('vignette_jobs_oldest_waiting_seconds')).toBeGreaterThan(0)
  app.startWorker()
  for (const { body } of jobs) await ended(actor, body.job_id)
  const after = await scrape()
  expect(after.get('vignette_jobs{status="QUEUED"}')).toBe(0)
  expect(after.get('vignette_jobs_oldest_waiting_seconds')).toBe(0)
  expect(after.get('vignette_jobs_ended_total{status="COMPLETED",code=""}')).toBe(1)
  expect(after.get('vignette_jobs_ended_total{status="FAILED",code="provider_rejected"}')).toBe(1)
  expect(after.get('vignette_job_seconds_count{status="COMPLETED"}')).toBe(1)
})

test('answers are counted by route and status, whether kept or not', async () => {
  const counts = async () => {
    const told = await scrape()
    const of = (status: string) =>
      told.get(
        `vignette_http_request_seconds_count{method="GET",route="/api/v1/workflows",status="${status}"}`,
      ) ?? 0
    return [of('200'), of('400')]
  }
  const before = await counts()
  const ask = async (query: string) =>
    (await fetch(`${app.url}/api/v1/workflows?${query}`)).arrayBuffer()
  for (const query of ['q=counted', 'q=counted', 'q=counted', 'per_page=no']) await ask(query)
  const [answered = 0, refused = 0] = before
  await expect.poll(counts).toEqual([answered + 3, refused + 1])
})

test('waiting money and differences are counted', async () => {
  const { db } = app.ctx
  const hourAgo = new Date(Date.now() - 3_600_000)
  await db.insert(webhookEvents).values({
    gateway: 'sandbox',
    id: randomUUID(),
    name: 'payment.captured',
    occurredAt: hourAgo,
    receivedAt: hourAgo,
  })
  await db.insert(reconciliations).values({
    id: randomUUID(),
    since: hourAgo,
    startedAt: hourAgo,
    finishedAt: hourAgo,
    compared: 1,
    differences: [{ kind: 'unprocessed_event' } as never],
  })
  const told = await scrape()
  expect(told.get('vignette_webhooks_waiting')).toBe(1)
  expect(told.get('vignette_webhook_lag_seconds')).toBeGreaterThan(3_500)
  expect(told.get('vignette_reconcile_differences')).toBe(1)
  expect(told.get('vignette_reconcile_age_seconds')).toBeGreaterThan(3_500)
})

test('what waits for a person is counted, and nothing is 0', async () => {
  const waits = async () => {
    const told = await scrape()
    const names = ['reports_open', 'objections_open', 'cases_open{turn="creator"}']
    return [...names, 'cases_open{turn="operator"}'].map((name) => told.get(`vignette_${name}`))
  }
  expect(await waits()).toEqual([0, 0, 0, 0])
  const { id } = await publish(new Visitor(app.url))
  for (const reporter of [new Visitor(app.url), new Visitor(app.url)]) {
    const report = { subject_type: 'workflow', subject_id: id, reason: 'spam' }
    expect((await reporter.call('POST', '/reports', report)).status).toBe(201)
  }
  expect(await waits()).toEqual([1, 0, 0, 0])
})

test('a metric whose query fails is absent, and all other metrics are served', async () => {
  const gone = openDatabase({
    connectionString: app.ctx.config.databaseUrl ?? '',
    applicationName: 'vignette-test',
    log: app.ctx.log,
  })
  await gone.close()
  const served = await serveMetrics({ ...app.ctx, db: gone.db }, gone.pool, 0)
  const told = await scrape(served.port)
  await served.close()
  expect(told.get('vignette_database_up')).toBe(0)
  expect(told.get('vignette_events_connected')).toBe(1)
  const asked = new Set(databaseMetrics.map(({ name }) => name))
  expect([...told.keys()].filter((key) => asked.has(key.replace(/\{.*/, '')))).toEqual([])
})

test("the operators' page explains every metric and no other", async () => {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const explained = new Set([...page.matchAll(/`(vignette_[a-z_]+)/g)].map(([, name]) => name))
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
  const served = [...(await response.text()).matchAll(/^# HELP (vignette_\S+)/gm)]
  expect(explained).toEqual(new Set(served.map(([, name]) => name)))
})

test('the database accepts every query', async () => {
  for (const { query } of databaseMetrics) {
    await expect(app.ctx.db.execute(query)).resolves.toBeDefined()
  }
})

test("the process's own metrics are served", async () => {
  const told = await scrape()
  expect(told.get('vignette_database_up')).toBe(1)
  expect(told.get('vignette_database_pool{state="waiting"}')).toBe(0)
  expect(told.get('vignette_events_connected')).toBe(1)
})
