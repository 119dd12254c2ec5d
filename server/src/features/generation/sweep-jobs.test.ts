import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publish, remix } from '../../../test/support/acts.ts'
import { Visitor } from '../../../test/support/browser.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../../../test/support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { jobs } from '../../schema/generation.ts'
import { leaseJobs } from './lease-jobs.ts'
import { leaseLimits } from './rules.ts'
import { workOnJob } from './start-job-worker.ts'
import { endOverdue } from './sweep-jobs.ts'

let app: TestApp
let provider: ScriptedProvider
let actor: Visitor
let workflowId: string

beforeEach(async () => {
  provider = createScriptedProvider({
    start: async () => ({ state: 'running', operation: { id: 'far' }, checkAfterMs: 600_000 }),
    check: () => picture(),
  })
  // No worker runs, so the tests control every state.
  app = await startTestApp({ providers: [provider], worker: false })
  actor = new Visitor(app.url)
  workflowId = (await publish(actor)).id
})
afterEach(() => app.close())

const queued = async () => (await remix(actor, workflowId)).body.job_id

async function work(): Promise<void> {
  for (const job of await leaseJobs(app.ctx, 'here', leaseLimits(8, []))) {
    await workOnJob(app.ctx, job, new AbortController().signal)
  }
}

async function readJob(jobId: string) {
  const [row] = await app.ctx.db.select().from(jobs).where(eq(jobs.id, jobId))
  if (!row) throw new Error('no such job')
  return row
}

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

  test('fails while it waits, and its remote work is cancelled', async () => {
    const id = await queued()
    await work()
    await expire(id)
    expect(await endOverdue(app.ctx)).toEqual([id])
    const { rows } = await app.ctx.db.execute<{ data: unknown }>(
      sql`select data from pgboss.job where name = 'generation.cancel-operation'`,
    )
    expect(rows).toEqual([{ data: { provider: 'local', operation: { id: 'far' } } }])
  })

  test('fails when a worker leases the job, before a step begins', async () => {
    const id = await queued()
    await expire(id)
    await work()
    expect((await readJob(id)).errorCode).toBe('timed_out')
    expect(provider.starts).toEqual([])
  })

  test('is ended once by ten simultaneous sweeps', async () => {
    const id = await queued()
    await expire(id)
    const ended = await Promise.all(Array.from({ length: 10 }, () => endOverdue(app.ctx)))
    expect(ended.flat()).toEqual([id])
  })
})
