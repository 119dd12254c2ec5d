import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publish, remix } from '../../../test/support/remixing.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../../../test/support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { TestActor } from '../../../test/support/test-actor.ts'
import { leaseJob } from './lease-job.ts'
import { jobAttempts, jobSteps, jobs } from './tables.ts'
import { endOverdue, wakeForgotten } from './wake-forgotten.ts'
import { workOnJob } from './work-on-job.ts'

let app: TestApp
let provider: ScriptedProvider
let actor: TestActor
let workflowId: string

beforeEach(async () => {
  provider = createScriptedProvider({
    start: async () => ({ state: 'running', operation: { id: 'far' }, checkAfterMs: 600_000 }),
    check: () => picture(),
  })
  // Nobody works here: the tests decide what happens when.
  app = await startTestApp({ providers: [provider], worker: false })
  actor = new TestActor(app.url)
  workflowId = await publish(actor)
})
afterEach(() => app.close())

const queued = async () => (await remix(actor, workflowId)).body.job_id
const never = new AbortController().signal

async function wakings(jobId: string): Promise<number> {
  const { rows } = await app.ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job
        where name = 'generation.advance' and state = 'created' and data->>'jobId' = ${jobId}`,
  )
  return rows[0]?.total ?? 0
}

async function loseWakings(): Promise<void> {
  await app.ctx.db.execute(sql`delete from pgboss.job where name = 'generation.advance'`)
}

async function readJob(jobId: string) {
  const [row] = await app.ctx.db.select().from(jobs).where(eq(jobs.id, jobId))
  if (!row) throw new Error('no such job')
  return row
}

describe('the sweep for forgotten jobs', () => {
  test('leaves a queued job whose waking is still ahead', async () => {
    const id = await queued()
    expect(await wakeForgotten(app.ctx)).toEqual([])
    expect(await wakings(id)).toBe(1)
  })

  test('wakes a queued job whose waking was lost, once', async () => {
    const id = await queued()
    await loseWakings()
    expect(await wakeForgotten(app.ctx)).toEqual([id])
    expect(await wakeForgotten(app.ctx)).toEqual([])
    expect(await wakings(id)).toBe(1)
  })

  test('of ten workers leaves one waking', async () => {
    const id = await queued()
    await loseWakings()
    await Promise.all(Array.from({ length: 10 }, () => wakeForgotten(app.ctx)))
    expect(await wakings(id)).toBe(1)
  })

  test('wakes a job whose worker died, not one whose worker lives', async () => {
    const id = await queued()
    await loseWakings()
    await leaseJob(app.ctx, id, 'alive')
    expect(await wakeForgotten(app.ctx)).toEqual([])
    await app.ctx.db
      .update(jobs)
      .set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(jobs.id, id))
    expect(await wakeForgotten(app.ctx)).toEqual([id])
  })

  test('leaves a job that waits for its vendor until that is overdue', async () => {
    const id = await queued()
    await workOnJob(app.ctx, id, { worker: 'here', shutdown: never })
    expect((await readJob(id)).leasedUntil).toBeNull()
    await loseWakings()
    expect(await wakeForgotten(app.ctx)).toEqual([])
    await app.ctx.db
      .update(jobSteps)
      .set({ checkAt: sql`clock_timestamp() - interval '1 minute'` })
      .where(eq(jobSteps.jobId, id))
    expect(await wakeForgotten(app.ctx)).toEqual([id])
  })
})

describe('a job past its deadline', () => {
  const expire = (id: string) =>
    app.ctx.db
      .update(jobs)
      .set({ deadlineAt: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(jobs.id, id))

  test('fails while it is queued', async () => {
    const id = await queued()
    expect(await endOverdue(app.ctx)).toEqual([])
    await expire(id)
    expect(await endOverdue(app.ctx)).toEqual([id])
    const { body } = await actor.call('GET', `/jobs/${id}`)
    expect(body).toMatchObject({
      status: 'FAILED',
      error: { code: 'timed_out', message: 'Generation timed out' },
    })
  })

  test('fails while it waits, and its remote work is told to stop', async () => {
    const id = await queued()
    await workOnJob(app.ctx, id, { worker: 'here', shutdown: never })
    await expire(id)
    expect(await endOverdue(app.ctx)).toEqual([id])
    const { rows } = await app.ctx.db.execute<{ data: unknown }>(
      sql`select data from pgboss.job where name = 'generation.cancel-operation'`,
    )
    expect(rows).toEqual([{ data: { provider: 'local', operation: { id: 'far' } } }])
  })

  test('fails when a worker takes it, before anything is begun', async () => {
    const id = await queued()
    await expire(id)
    await workOnJob(app.ctx, id, { worker: 'here', shutdown: never })
    expect((await readJob(id)).errorCode).toBe('timed_out')
    expect(provider.starts).toEqual([])
  })

  test('is ended once by ten sweeps at a time', async () => {
    const id = await queued()
    await expire(id)
    const ended = await Promise.all(Array.from({ length: 10 }, () => endOverdue(app.ctx)))
    expect(ended.flat()).toEqual([id])
  })
})

describe('taking a job', () => {
  test('succeeds for one of ten', async () => {
    const id = await queued()
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => leaseJob(app.ctx, id, `worker ${at}`)),
    )
    expect(taken.filter((row) => row !== undefined)).toHaveLength(1)
    expect((await readJob(id)).attempt).toBe(1)
    expect(await app.ctx.db.$count(jobAttempts)).toBe(1)
  })

  test('closes the attempt of a worker that died', async () => {
    const id = await queued()
    await leaseJob(app.ctx, id, 'dead')
    await app.ctx.db
      .update(jobs)
      .set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(jobs.id, id))
    await leaseJob(app.ctx, id, 'next')
    const attempts = await app.ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
    expect(attempts.map(({ worker, outcome }) => [worker, outcome])).toEqual([
      ['dead', 'lost'],
      ['next', null],
    ])
  })
})
