import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publish, remix } from '../../../test/support/acts.ts'
import { Visitor } from '../../../test/support/browser.ts'
import { createScriptedProvider } from '../../../test/support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { newId } from '../../platform/ids.ts'
import { createAbsentLocalProvider } from '../../providers/generation/local/create-local-provider.ts'
import { createProviderRegistry } from '../../providers/generation/registry.ts'
import { batches, jobAttempts, jobSteps, jobs } from '../../schema/generation.ts'
import { leaseJobs } from './lease-jobs.ts'
import { leaseLimits } from './rules.ts'
import { workOnJob } from './start-job-worker.ts'

let app: TestApp
let actor: Visitor
let workflowId: string

beforeEach(async () => {
  const provider = createScriptedProvider({
    start: async () => ({ state: 'running', operation: { id: 'far' }, checkAfterMs: 600_000 }),
  })
  app = await startTestApp({ providers: [provider], worker: false })
  actor = new Visitor(app.url)
  workflowId = (await publish(actor)).id
})
afterEach(() => app.close())

const queue = async () => (await remix(actor, workflowId)).body.job_id
const change = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
  app.ctx.db.update(jobs).set(values).where(eq(jobs.id, id))
const lease = async (worker = 'here', limits = leaseLimits(8, [])) =>
  (await leaseJobs(app.ctx, worker, limits)).map((job) => job.id)

test('ten workers lease ten jobs, each once', async () => {
  const ids = []
  for (let at = 0; at < 10; at++) ids.push(await queue())
  const workers = Array.from({ length: 10 }, (_, at) => lease(`worker ${at}`))
  const leased = (await Promise.all(workers)).flat()
  expect(new Set(leased)).toEqual(new Set(ids))
  expect(leased).toHaveLength(10)
  expect(await app.ctx.db.$count(jobAttempts)).toBe(10)
})

test('a worker leases past a job whose row is locked', async () => {
  const [locked, free] = [await queue(), await queue()]
  await app.ctx.db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, locked)).for('update')
    expect(await lease()).toEqual([free])
  })
  expect(await lease()).toEqual([locked])
})

test('a job is leased again when the lease of its worker has run out, not before', async () => {
  const id = await queue()
  expect(await lease('dead')).toEqual([id])
  expect(await lease('next')).toEqual([])
  await change(id, { leasedUntil: new Date(0) })
  expect(await lease('next')).toEqual([id])
  const attempts = await app.ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
  expect(attempts.map(({ worker, outcome }) => [worker, outcome])).toEqual([
    ['dead', 'lost'],
    ['next', null],
  ])
})

test('a job that waits for its vendor is leased when its step is due', async () => {
  const id = await queue()
  const [job] = await leaseJobs(app.ctx, 'here', leaseLimits(8, []))
  if (!job) throw new Error('the job was not leased')
  await workOnJob(app.ctx, job, new AbortController().signal)
  const [row] = await app.ctx.db.select().from(jobs)
  const [step] = await app.ctx.db.select().from(jobSteps)
  expect(row?.leasedUntil).toBeNull()
  expect(row?.wakeAt).toEqual(step?.checkAt)
  expect(await lease()).toEqual([])
  await change(id, { wakeAt: new Date(0) })
  expect(await lease()).toEqual([id])
})

test('a job that has begun is leased first, then the job with the lowest turn', async () => {
  const [first, second, third] = [await queue(), await queue(), await queue()]
  await change(first, { turn: 3 })
  await change(second, { turn: 2 })
  await change(third, { turn: 9, status: 'RUNNING' })
  const one = { ...leaseLimits(8, []), most: 1 }
  const order = [await lease('here', one), await lease('here', one), await lease('here', one)]
  expect(order.flat()).toEqual([third, second, first])
})

test('a job in line is not leased, nor a free run longer than the limit', async () => {
  const [line, long, short] = [await queue(), await queue(), await queue()]
  await change(line, { inLine: true })
  await change(long, { freeSeconds: 60 })
  await change(short, { freeSeconds: 5 })
  expect(await lease('here', { ...leaseLimits(8, []), mostSeconds: 10 })).toEqual([short])
  expect(await lease()).toEqual([long])
})

test('rows of batches leave the last quarter of a worker to other runs', async () => {
  const [row, single] = [await queue(), await queue()]
  const [job] = await app.ctx.db.select().from(jobs).where(eq(jobs.id, row))
  if (!job) throw new Error('the job was not written')
  const batchId = newId()
  const at = new Date()
  await app.ctx.db.insert(batches).values({
    id: batchId,
    ownerId: job.ownerId,
    workflowId,
    workflowVersion: 1,
    workflowName: 'A recipe',
    public: false,
    endsBy: at,
    createdAt: at,
  })
  await change(row, { batchId, batchRow: 1 })
  const running = Array.from({ length: 6 }, () => ({ freeSeconds: 0, paidSeconds: 0, batchId }))
  expect(await lease('here', leaseLimits(8, running))).toEqual([single])
  expect(await lease()).toEqual([row])
})

test('a worker without local leaves a job whose steps need local to other workers', async () => {
  const id = await queue()
  const providers = createProviderRegistry([createAbsentLocalProvider()])
  const without = { ...app.ctx, providers }
  expect(await leaseJobs(without, 'without', leaseLimits(8, []))).toEqual([])
  expect(await lease('with')).toEqual([id])
  await change(id, { leasedUntil: new Date(0) })
  // The step is now at a provider that the worker has.
  await app.ctx.db.update(jobSteps).set({ provider: 'fal' })
  expect(await leaseJobs(without, 'without', leaseLimits(8, []))).toHaveLength(1)
})
