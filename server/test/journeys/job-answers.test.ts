import type { JobView } from '@vignette/contract/jobs.ts'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '../../src/platform/http/tables.ts'
import { jobAttempts, jobs } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { ended, openStream, publish, remix, tryRemix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { closeApps, openApp as open } from '../support/open-apps.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'

afterEach(closeApps)

describe('a remix with an Idempotency-Key', () => {
  test('is found again and not started again after its server died before answering', async () => {
    const { url, ctx } = await open({
      providers: [createScriptedProvider({ start: () => picture() })],
    })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const key = { 'idempotency-key': 'first' }
    const first = await remix(actor, id, {}, key)
    // What a killed server leaves: the job, and a lease without renewal.
    await ctx.db
      .update(idempotencyKeys)
      .set({ status: null, answer: null, leasedUntil: sql`clock_timestamp() - interval '1 s'` })
      .where(eq(idempotencyKeys.key, 'first'))
    const again = await remix(actor, id, {}, key)
    expect(again.body.job_id).toBe(first.body.job_id)
    expect(await ctx.db.$count(jobs)).toBe(1)
  })

  test('joins the running synchronous remix', async () => {
    const gate = createGate(1)
    const release = createGate(1)
    const provider = createScriptedProvider({
      start: async () => {
        void gate.arrive()
        await release.opened
        return picture()
      },
    })
    const { url } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const answers = [1, 2, 3].map(() => tryRemix(actor, id, {}, { 'idempotency-key': 'now' }))
    await gate.opened
    await release.arrive()
    const ids = (await Promise.all(answers)).map((answer) => answer.body.id)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toBeTruthy()
    expect(provider.starts).toHaveLength(1)
  })
})

describe('the limit of waiting jobs', () => {
  test('answers 503 with Retry-After', async () => {
    const { url } = await open({
      providers: [createScriptedProvider({ start: () => picture() })],
      worker: false,
      env: { QUEUE_LIMIT: '2' },
    })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const answers = []
    for (let at = 0; at < 3; at++) answers.push(await remix(actor, id))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 503])
    expect(answers[2]?.headers.get('retry-after')).toBe('30')
    expect(answers[2]?.body).toMatchObject({ code: 'overloaded' })
  })
})

describe('over two web processes', () => {
  test('a stream at one process shows the progress of a job begun at the other', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const first = await open({ providers: [provider], worker: false })
    const second = await open({ beside: first, providers: [provider], worker: false })
    const here = new Visitor(first.url)
    const { id } = await publish(here)
    const { job_id } = (await remix(here, id)).body
    const there = here.at(second.url)
    const stream = await openStream(there, job_id)
    first.startWorker()
    const states = (await stream.states()).map((state) => state.status)
    expect(states[0]).toBe('QUEUED')
    expect(states.at(-1)).toBe('COMPLETED')
  })

  test('polling suffices when every notification is lost', async () => {
    const begun = createGate(1)
    const aborted = createGate(1)
    const provider = createScriptedProvider({
      start: (call, io) => {
        if (call.prompt !== 'A stone') return picture()
        void begun.arrive()
        return new Promise((_resolve, reject) => {
          io.signal.addEventListener('abort', () => {
            void aborted.arrive()
            reject(io.signal.reason as Error)
          })
        })
      },
    })
    const { url } = await open({
      providers: [provider],
      change: (ctx) => {
        ctx.events.publish = () => Promise.reject(new Error('the line is dead'))
      },
    })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    expect((await tryRemix(actor, id)).body.image).toMatch(/\.png$/)
    const { job_id } = (await remix(actor, id)).body
    await expect
      .poll(async () => (await actor.call<JobView>('GET', `/jobs/${job_id}`)).body.status, {
        timeout: 20_000,
      })
      .toBe('COMPLETED')
    const stone = (await remix(actor, id, { user_inputs: { wish: 'stone' } })).body.job_id
    await begun.opened
    await actor.call('DELETE', `/jobs/${stone}`)
    await aborted.opened
  })
})

describe('draining', () => {
  test('answers a waiting synchronous remix 202, and another worker ends its job', async () => {
    const begun = createGate(1)
    const provider = createScriptedProvider({
      start: (_call, io, turn) => {
        void begun.arrive()
        if (turn > 1) return picture()
        return new Promise((_resolve, reject) => {
          io.signal.addEventListener('abort', () => reject(io.signal.reason as Error))
        })
      },
    })
    const app = await open({ providers: [provider], worker: false })
    const worker = app.startWorker()
    const actor = new Visitor(app.url)
    const { id } = await publish(actor)
    const waiting = tryRemix(actor, id)
    await begun.opened
    await worker.stop(0)
    app.draining.end()
    const answer = await waiting
    expect(answer.status).toBe(202)
    const next = await open({ beside: app, providers: [provider] })
    const there = actor.at(next.url)
    expect((await ended(there, answer.body.job_id)).status).toBe('COMPLETED')
    const attempts = await app.ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
    expect(attempts.map((row) => row.outcome)).toEqual(['handed back', 'COMPLETED'])
    expect(await app.ctx.db.$count(media)).toBe(1)
  })

  test('takes no new job', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const app = await open({ providers: [provider], worker: false })
    const worker = app.startWorker()
    await worker.stop(0)
    const actor = new Visitor(app.url)
    const { job_id } = (await remix(actor, (await publish(actor)).id)).body
    const next = await open({ beside: app, providers: [provider] })
    const there = actor.at(next.url)
    await ended(there, job_id)
    const [job] = await app.ctx.db.select().from(jobs)
    expect(job?.attempt).toBe(1)
  })
})

describe('events of a job', () => {
  test('have rising ids, and are few however often a provider reports progress', async () => {
    const heard: { id: string; seq: number }[] = []
    const provider = createScriptedProvider({
      start: async (_call, io) => {
        for (let percent = 0; percent < 100; percent += 1) {
          io.onProgress(percent, `line ${percent}`)
          await new Promise((resolve) => setImmediate(resolve))
        }
        return picture()
      },
    })
    const { url, ctx } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const line = new pg.Client({ connectionString: ctx.config.databaseUrl })
    line.on('notification', ({ payload }) => {
      heard.push(JSON.parse(payload ?? '') as { id: string; seq: number })
    })
    await line.connect()
    await line.query('listen vignette')
    const began = performance.now()
    const { job_id } = (await remix(actor, id)).body
    await ended(actor, job_id)
    await line.end()
    const numbers = heard.filter((change) => change.id === job_id).map((change) => change.seq)
    expect(numbers).not.toEqual([])
    const seconds = Math.floor((performance.now() - began) / 1000)
    // One event for the lease, one for the end, and one each second between them.
    expect(numbers.length).toBeLessThanOrEqual(2 + seconds)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})
