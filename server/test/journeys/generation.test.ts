import type { CreationView } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { jobSteps, jobs } from '../../src/features/generation/index.ts'
import { media } from '../../src/features/media/index.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { DRAW, ended, publish, RESTYLE, recipe, remix } from '../support/remixing.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let running: TestApp | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function open(provider: ScriptedProvider, worker = true): Promise<TestApp> {
  running = await startTestApp({ providers: [provider], worker })
  return running
}

describe('a remix', () => {
  test('runs the steps in order and delivers a stored, checked picture', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url, ctx } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor, [RESTYLE, DRAW], 'restyle')
    const started = await remix(actor, id)
    expect(started.body.generation_time).toBe(2)
    const job = await ended(actor, started.body.job_id)
    expect(job.status).toBe('COMPLETED')
    expect(provider.starts.map((call) => call.functionType)).toEqual(['draw', 'restyle'])
    expect(provider.starts[0]?.prompt).toBe('A boat')
    const creation = job.result as unknown as CreationView
    expect(creation.media).toMatchObject({ kind: 'image', width: 64, height: 48 })
    const file = await actor.fetch('GET', creation.image ?? '')
    expect(file.status).toBe(200)
    const { xmp } = await sharp(await file.arrayBuffer()).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/algorithmicMedia')
    const stranger = new TestActor(url)
    expect((await stranger.fetch('GET', creation.image ?? '')).status).toBe(404)
    expect((await stranger.call('GET', `/creations/${creation.id}`)).status).toBe(404)
    // The intermediate picture served its purpose.
    const rows = await ctx.db.select().from(media)
    expect(rows.filter((row) => row.deletedAt === null)).toHaveLength(1)
  })

  test('answers a synchronous call with the creation itself', async () => {
    const { url } = await open(createScriptedProvider({ start: () => picture() }))
    const actor = new TestActor(url)
    const id = await publish(actor)
    const answer = await actor.call<CreationView>('POST', `/workflows/${id}/creations`, {
      user_id: actor.anonymousId,
      user_inputs: { wish: 'tree' },
      async: false,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user_inputs).toEqual({ wish: 'tree' })
  })

  test('never expands what an input brings in', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    await ended(actor, (await remix(actor, id, '{{wish}} {{draw}}')).body.job_id)
    expect(provider.starts[0]?.prompt).toBe('A {{wish}} {{draw}}')
  })

  test('is refused where a recipe repeats what is typed beyond all measure', async () => {
    const { url, ctx } = await open(createScriptedProvider({ start: () => picture() }), false)
    const actor = new TestActor(url)
    const often = '{{wish}} '.repeat(60)
    for (const step of [
      { ...DRAW, prompt: often },
      { ...DRAW, params: { title: [often] } },
    ]) {
      const id = await publish(actor, [step])
      const { status, body } = await remix(actor, id, 'm'.repeat(500))
      expect([status, body.error]).toEqual([
        400,
        'wish: Too long for how often this recipe repeats it',
      ])
      expect((await remix(actor, id)).status).toBe(200)
    }
    expect(await ctx.db.select().from(jobs)).toHaveLength(2)
  })

  test('of a recipe with a higher limit, published before there was one, runs within it', async () => {
    const { url, ctx } = await open(createScriptedProvider({ start: () => picture() }), false)
    const actor = new TestActor(url)
    const id = await publish(actor)
    await ctx.db.execute(sql`insert into workflow_versions
      select workflow_id, 2, jsonb_set(recipe, '{inputs,0,max_length}', '4000'), price, cost, license, created_at
      from workflow_versions where workflow_id = ${id}`)
    await ctx.db.execute(sql`update workflows set version = 2 where id = ${id}`)
    const seen = await actor.call<WorkflowView>('GET', `/workflows/${id}`)
    expect(seen.body.inputs[0]?.max_length).toBe(500)
    const source = await actor.call('GET', `/workflows/${id}/source`)
    expect(source.status).toBe(200)
    const { body } = await actor.call<{ version: number }>('PUT', `/workflows/${id}`, source.body)
    expect(body.version).toBe(3)
    expect((await remix(actor, id, 'm'.repeat(500))).status).toBe(200)
    expect((await remix(actor, id, 'm'.repeat(501))).status).toBe(400)
  })

  test('with one Idempotency-Key is one job, ten times over', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url, ctx } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => remix(actor, id, 'boat', { 'idempotency-key': 'one' })),
    )
    expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1)
    expect(await ctx.db.select().from(jobs)).toHaveLength(1)
    const other = await remix(actor, id, 'tree', { 'idempotency-key': 'one' })
    expect(other.status).toBe(422)
  })
})

describe('a step that fails', () => {
  test('is tried three times where trying again may help, and then fails with a sentence', async () => {
    const provider = createScriptedProvider({
      start: () =>
        Promise.reject(
          new ProviderError('http_500', 'The generator is having trouble.', {
            retryable: true,
            retryAfterMs: 1,
          }),
        ),
    })
    const { url } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job).toMatchObject({
      status: 'FAILED',
      error: { code: 'http_500', message: 'The generator is having trouble.' },
    })
    expect(provider.starts).toHaveLength(3)
    expect(new Set(provider.starts.map((call) => call.idempotencyKey)).size).toBe(1)
  })

  test('is not tried again where it cannot help, and what it half made is gone', async () => {
    const provider = createScriptedProvider({
      start: (call) =>
        call.functionType === 'draw'
          ? picture()
          : Promise.reject(new ProviderError('refused', 'No.', { retryable: false })),
    })
    const { url, ctx } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor, [DRAW, RESTYLE], 'restyle')
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.status).toBe('FAILED')
    expect(provider.starts).toHaveLength(2)
    const rows = await ctx.db.select().from(media)
    expect(rows.every((row) => row.deletedAt !== null)).toBe(true)
  })

  test('that made something else than it claims fails the job', async () => {
    const provider = createScriptedProvider({
      start: async () => ({
        state: 'done',
        product: { from: 'bytes', kind: 'image', bytes: Buffer.from('<svg/>') },
      }),
    })
    const { url } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.error?.code).toBe('invalid_media')
  })

  test('that would cost more than declared is not begun', async () => {
    const provider = createScriptedProvider({ start: () => picture(), cents: 3 })
    const { url } = await open(provider)
    const actor = new TestActor(url)
    const refused = await actor.call<{ error: string }>(
      'POST',
      '/workflows',
      recipe(actor, [DRAW], 'draw', { cost: 2 }),
    )
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain('cost must be at least 3 cents')
  })
})

describe('remote work', () => {
  test('is begun once, asked after later, and survives a worker that hands it back', async () => {
    const provider = createScriptedProvider({
      start: async () => ({ state: 'running', operation: { id: 'op-1' }, checkAfterMs: 1 }),
      check: async (_operation, _io, turn) =>
        turn < 2
          ? { state: 'running', operation: { id: 'op-1' }, checkAfterMs: 1, percent: 50 }
          : picture(),
    })
    const app = await open(provider)
    const actor = new TestActor(app.url)
    const id = await publish(actor)
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.status).toBe('COMPLETED')
    expect(provider.starts).toHaveLength(1)
    expect(provider.checks).toHaveLength(2)
  })

  test('is cancelled at the vendor when its owner cancels', async () => {
    let begun: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      begun = resolve
    })
    const provider = createScriptedProvider({
      start: async () => ({ state: 'running', operation: { id: 'op-9' }, checkAfterMs: 600_000 }),
    })
    let cancelled: (operation: unknown) => void = () => undefined
    const told = new Promise<unknown>((resolve) => {
      cancelled = resolve
    })
    provider.cancel = async (operation) => cancelled(operation)
    const { url, ctx } = await open(provider)
    ctx.events.subscribeAll(() => begun())
    const actor = new TestActor(url)
    const id = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    for (;;) {
      const [step] = await ctx.db.select().from(jobSteps).where(eq(jobSteps.jobId, job_id))
      if (step?.state === 'waiting') break
      await waiting
    }
    const answer = await actor.call<JobView>('DELETE', `/jobs/${job_id}`)
    expect(answer.body.status).toBe('CANCELLED')
    expect(await told).toEqual({ id: 'op-9' })
    expect((await actor.call('DELETE', `/jobs/${job_id}`)).status).toBe(409)
  })
})

/** Works until it is stopped, and tells both. */
function createEndlessProvider() {
  const { promise: running, resolve: started } = Promise.withResolvers<void>()
  const { promise: stopped, resolve: aborted } = Promise.withResolvers<void>()
  const provider = createScriptedProvider({
    start: (_call, io) =>
      new Promise((_resolve, reject) => {
        started()
        io.signal.addEventListener('abort', () => {
          aborted()
          reject(io.signal.reason as Error)
        })
      }),
  })
  return { provider, running, stopped }
}

describe('cancelling', () => {
  test('aborts the work under way and delivers nothing', async () => {
    const { provider, running, stopped } = createEndlessProvider()
    const { url, ctx } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    await running
    await actor.call('DELETE', `/jobs/${job_id}`)
    await stopped
    expect(await ctx.db.select().from(media)).toHaveLength(0)
    const [job] = await ctx.db.select().from(jobs)
    expect(job?.status).toBe('CANCELLED')
  })

  test('follows when the caller of a synchronous remix goes away', async () => {
    const { provider, running, stopped } = createEndlessProvider()
    const { url } = await open(provider)
    const actor = new TestActor(url)
    const id = await publish(actor)
    const leaving = new AbortController()
    const asked = actor
      .fetch(
        'POST',
        `/api/v1/workflows/${id}/creations`,
        { user_id: actor.anonymousId, user_inputs: { wish: 'x' }, async: false },
        {},
        leaving.signal,
      )
      .catch(() => undefined)
    await running
    leaving.abort()
    await asked
    await stopped
  })
})

describe('another’s job', () => {
  test('is as if it were not there', async () => {
    const { url } = await open(createScriptedProvider({ start: () => picture() }))
    const actor = new TestActor(url)
    const id = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    await ended(actor, job_id)
    const stranger = new TestActor(url)
    await publish(stranger)
    for (const [method, path] of [
      ['GET', `/jobs/${job_id}`],
      ['DELETE', `/jobs/${job_id}`],
      ['GET', `/jobs/${job_id}/events`],
    ] as const) {
      expect((await stranger.call(method, path)).status).toBe(404)
    }
  })
})
