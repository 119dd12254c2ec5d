import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { readBacklog } from '../../src/features/generation/backlog.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobSteps, jobs } from '../../src/schema/generation.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close()
})

async function open(given: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp({ ...given, env: { ...UNLIMITED_RATES, ...given.env } })
  apps.push(app)
  return app
}

test('a visitor with many jobs does not starve ten visitors with one job each', async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  const app = await open({
    providers: [provider],
    worker: false,
    env: { WORKER_CONCURRENCY: '1' },
  })
  const greedy = new Visitor(app.url)
  const { id } = await publish(greedy)
  const all: [Visitor, string][] = []
  for (let at = 0; at < 20; at++) {
    all.push([
      greedy,
      (await remix(greedy, id, { user_inputs: { wish: `greedy ${at}` } })).body.job_id,
    ])
  }
  for (let at = 0; at < 10; at++) {
    const ordinary = new Visitor(app.url)
    all.push([
      ordinary,
      (await remix(ordinary, id, { user_inputs: { wish: `ordinary ${at}` } })).body.job_id,
    ])
  }
  app.startWorker()
  for (const [actor, job] of all) expect((await ended(actor, job)).status).toBe('COMPLETED')
  // The first job of the busy visitor comes first; the second comes after all other visitors' first jobs.
  const order = provider.starts.map((call) => call.prompt)
  expect(order[0]).toBe('A greedy 0')
  expect(new Set(order.slice(1, 11))).toEqual(
    new Set(Array.from({ length: 10 }, (_, at) => `A ordinary ${at}`)),
  )
}, 90_000)

/** A provider that counts concurrent calls over all the workers that share it. */
function countingProvider() {
  let now = 0
  const both = createGate(2)
  const seen = { most: 0 }
  const provider = createScriptedProvider({
    start: async (_call, _io, turn) => {
      seen.most = Math.max(seen.most, ++now)
      try {
        if (turn <= 2) await both.arrive()
        return await picture()
      } finally {
        now -= 1
      }
    },
  })
  return { provider, seen }
}

test('a provider never exceeds its slots over two workers', async () => {
  const { provider, seen } = countingProvider()
  const env = { PROVIDER_CONCURRENCY: 'local=2' }
  const first = await open({ providers: [provider], worker: false, env })
  const second = await open({ beside: first, providers: [provider], worker: false, env })
  const actor = new Visitor(first.url)
  const { id } = await publish(actor)
  const ids: string[] = []
  for (let at = 0; at < 12; at++) ids.push((await remix(actor, id)).body.job_id)
  first.startWorker()
  second.startWorker()
  for (const job of ids) expect((await ended(actor, job)).status).toBe('COMPLETED')
  expect(seen.most).toBe(2)
  expect(provider.starts).toHaveLength(12)
})

test('the slot of a failed or cancelled job goes to the next job', async () => {
  const begun = createGate(1)
  const provider = createScriptedProvider({
    start: async (call) => {
      if (call.prompt === 'A stone') {
        await begun.arrive()
        return { state: 'running', operation: { id: 'never ends' }, checkAfterMs: 60_000 }
      }
      if (call.prompt === 'A fault') {
        throw new ProviderError('provider_rejected', 'No.', { retryable: false })
      }
      return picture()
    },
  })
  const env = { PROVIDER_CONCURRENCY: 'local=1' }
  const { url, ctx } = await open({ providers: [provider], env })
  const actor = new Visitor(url)
  const { id } = await publish(actor)
  const stone = (await remix(actor, id, { user_inputs: { wish: 'stone' } })).body.job_id
  await begun.opened
  const fault = (await remix(actor, id, { user_inputs: { wish: 'fault' } })).body.job_id
  const boat = (await remix(actor, id)).body.job_id
  // Both steps wait for the only slot and count as waiting.
  await expect.poll(() => ctx.db.$count(jobSteps, eq(jobSteps.slot, 'wanted'))).toBe(2)
  expect(provider.starts).toHaveLength(1)
  await actor.call('DELETE', `/jobs/${stone}`)
  expect((await ended(actor, fault)).status).toBe('FAILED')
  expect((await ended(actor, boat)).status).toBe('COMPLETED')
  expect(await ctx.db.$count(jobSteps, eq(jobSteps.slot, 'taken'))).toBe(0)
})

test('starts at a provider keep their minimum distance over two workers', async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  const env = { PROVIDER_RATE: 'local=300' }
  const first = await open({ providers: [provider], worker: false, env })
  const second = await open({ beside: first, providers: [provider], worker: false, env })
  const actor = new Visitor(first.url)
  const { id } = await publish(actor)
  const ids: string[] = []
  for (let at = 0; at < 6; at++) ids.push((await remix(actor, id)).body.job_id)
  const before = Date.now()
  first.startWorker()
  second.startWorker()
  for (const job of ids) expect((await ended(actor, job)).status).toBe('COMPLETED')
  const started = (await first.ctx.db.select().from(jobSteps))
    .map((row) => row.startedAt?.getTime() ?? 0)
    .sort((a, b) => a - b)
  // A slow machine only delays starts.
  const early = started.filter((at, place) => at < before + place * 200)
  expect(early).toEqual([])
})

test('steps that wait for a slot count as a backlog', async () => {
  const provider = createScriptedProvider({
    start: async () => ({ state: 'running', operation: { id: 'long' }, checkAfterMs: 60_000 }),
  })
  const { url, ctx } = await open({
    providers: [provider],
    env: { PROVIDER_CONCURRENCY: 'local=1' },
  })
  const actor = new Visitor(url)
  const { id } = await publish(actor)
  for (let at = 0; at < 3; at++) expect((await remix(actor, id)).status).toBe(200)
  await expect.poll(() => ctx.db.$count(jobs, eq(jobs.status, 'RUNNING'))).toBe(3)
  await expect.poll(() => readBacklog(ctx)).toBe(2)
})
