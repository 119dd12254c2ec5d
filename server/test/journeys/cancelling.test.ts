import type { JobView } from '@vignette/contract/jobs.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { jobSteps, jobs } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { closeApps, openApp } from '../support/open-apps.ts'
import {
  createScriptedProvider,
  picture,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'

afterEach(closeApps)

const open = (provider: ScriptedProvider, worker = true) =>
  openApp({ providers: [provider], worker })

/** Works until aborted, and reports the start and the abort. */
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

describe('remote work', () => {
  test('is started once, polled later, and survives a worker that hands the job back', async () => {
    const provider = createScriptedProvider({
      start: async () => ({ state: 'running', operation: { id: 'op-1' }, checkAfterMs: 1 }),
      check: async (_operation, _io, turn) =>
        turn < 2
          ? { state: 'running', operation: { id: 'op-1' }, checkAfterMs: 1, percent: 50 }
          : picture(),
    })
    const app = await open(provider)
    const actor = new Visitor(app.url)
    const { id } = await publish(actor)
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
    const actor = new Visitor(url)
    const { id } = await publish(actor)
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

describe('cancelling', () => {
  test('aborts the running work and delivers nothing', async () => {
    const { provider, running, stopped } = createEndlessProvider()
    const { url, ctx } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    await running
    await actor.call('DELETE', `/jobs/${job_id}`)
    await stopped
    expect(await ctx.db.select().from(media)).toHaveLength(0)
    const [job] = await ctx.db.select().from(jobs)
    expect(job?.status).toBe('CANCELLED')
  })

  test('happens when the caller of a synchronous remix disconnects', async () => {
    const { provider, running, stopped } = createEndlessProvider()
    const { url } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const leaving = new AbortController()
    const asked = actor
      .fetch(`/api/v1/workflows/${id}/creations`, {
        body: { user_id: actor.anonymousId, user_inputs: { wish: 'x' }, async: false },
        signal: leaving.signal,
      })
      .catch(() => undefined)
    await running
    leaving.abort()
    await asked
    await stopped
  })
})

describe('a job of another visitor', () => {
  test('answers 404', async () => {
    const { url } = await open(createScriptedProvider({ start: () => picture() }))
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    await ended(actor, job_id)
    const stranger = new Visitor(url)
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
