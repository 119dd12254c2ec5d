import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/platform/http/app-error.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobAttempts, jobSteps } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { DRAW, ended, publish, RESTYLE, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { closeApps, openApp as open } from '../support/open-apps.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'

afterEach(closeApps)

describe('steps', () => {
  test('independent steps run in parallel', async () => {
    const both = createGate(2)
    const provider = createScriptedProvider({
      start: async (call) => {
        if (call.functionType === 'draw') await both.arrive()
        return picture()
      },
    })
    const { url } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const mix = { ...RESTYLE, first_image: '{{one}}', last_image: '{{two}}' }
    const steps = [{ ...DRAW, id: 'one' }, { ...DRAW, id: 'two' }, mix]
    const { id } = await publish(actor, { steps, output: 'restyle' })
    expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
    expect(provider.starts.map((call) => call.functionType)).toEqual(['draw', 'draw', 'restyle'])
  })

  test('are aborted at once when another step fails', async () => {
    const stopped = createGate(1)
    const begun = createGate(2)
    const provider = createScriptedProvider({
      start: async (call, io) => {
        await begun.arrive()
        if (call.prompt === 'bad') {
          throw new ProviderError('provider_rejected', 'No.', { retryable: false })
        }
        return new Promise((_resolve, reject) => {
          io.signal.addEventListener('abort', () => {
            void stopped.arrive()
            reject(io.signal.reason as Error)
          })
        })
      },
    })
    const { url } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const steps = [
      { ...DRAW, id: 'one', prompt: 'good' },
      { ...DRAW, id: 'two', prompt: 'bad' },
      { ...RESTYLE, first_image: '{{one}}', last_image: '{{two}}' },
    ]
    const { id } = await publish(actor, { steps, output: 'restyle' })
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.error?.code).toBe('provider_rejected')
    await stopped.opened
  })

  test('steps that wait for another step at a vendor do not keep waking the job', async () => {
    const provider = createScriptedProvider({
      start: async (call) =>
        call.functionType === 'draw'
          ? { state: 'running', operation: { id: 'op' }, checkAfterMs: 700 }
          : picture(),
      check: () => picture(),
    })
    const { url, ctx } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const { id } = await publish(actor, { steps: [DRAW, RESTYLE], output: 'restyle' })
    expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
    const attempts = await ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
    expect(attempts.map((row) => row.outcome)).toEqual(['waiting', 'COMPLETED'])
  })

  test('steps whose vendor ignores the abort free their worker nevertheless', async () => {
    const begun = createGate(1)
    const provider = createScriptedProvider({
      start: async (_call, _io, turn) => {
        if (turn > 1) return picture()
        await begun.arrive()
        return new Promise(() => undefined)
      },
    })
    const { url } = await open({ providers: [provider], env: { WORKER_CONCURRENCY: '1' } })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const { job_id } = (await remix(actor, id)).body
    await begun.opened
    await actor.call('DELETE', `/jobs/${job_id}`)
    expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
  })
})

describe('costs', () => {
  test("fail a job whose next step would exceed the recipe's declared cost", async () => {
    let cents = 2
    const provider = createScriptedProvider({
      start: async () => {
        cents = 3
        return picture()
      },
      cents: () => cents,
    })
    const { url } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const { id } = await publish(actor, { steps: [DRAW, RESTYLE], output: 'restyle', cost: 4 })
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.error?.code).toBe('cost_exceeded')
    expect(provider.starts).toHaveLength(1)
  })

  test("are estimated from the visitor's inputs, not from the recipe's open choices", async () => {
    const provider = createScriptedProvider({
      start: () => picture(),
      cents: ({ params }) => Number(params['size']),
    })
    const { url, ctx } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const steps = [{ ...DRAW, params: { size: '{{wish}}' } }]
    const { id } = await publish(actor, { steps, cost: 2 })
    const run = async (wish: string) =>
      ended(actor, (await remix(actor, id, { user_inputs: { wish } })).body.job_id).then(
        ({ status, error }) => [status, error?.code],
      )
    expect(await run('3')).toEqual(['FAILED', 'cost_exceeded'])
    expect(await run('huge')).toEqual(['FAILED', 'params_invalid'])
    expect(provider.starts).toHaveLength(0)
    expect(await run('2')).toEqual(['COMPLETED', undefined])
    const spent = await ctx.db.select({ cents: jobSteps.costCents }).from(jobSteps)
    expect(spent).toContainEqual({ cents: 2 })
    expect(spent.filter(({ cents }) => cents === 0)).toHaveLength(2)
  })

  test('the costs of a retried step count once', async () => {
    const provider = createScriptedProvider({
      start: (_call, _io, turn) =>
        turn === 1
          ? Promise.reject(
              new ProviderError('provider_busy', 'Busy.', { retryable: true, retryAfterMs: 1 }),
            )
          : picture(),
      cents: 3,
    })
    const { url, ctx } = await open({ providers: [provider] })
    const actor = new Visitor(url)
    const { id } = await publish(actor, { cost: 3 })
    expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
    expect((await ctx.db.select().from(jobSteps))[0]?.costCents).toBe(3)
  })
})

describe('a part of the server that fails for a moment', () => {
  test('costs another attempt and does not fail the job', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    let failures = 1
    const { url, ctx } = await open({
      providers: [provider],
      change: (given) => {
        const put = given.storage.put.bind(given.storage)
        given.storage.put = (...words) =>
          failures-- > 0
            ? Promise.reject(new AppError('unavailable', 'The store is away.'))
            : put(...words)
      },
    })
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
    const attempts = await ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
    expect(attempts.map((row) => row.outcome)).toEqual(['broke off', 'COMPLETED'])
  })
})

test('a product whose scoring failed is not made again by the next attempt', async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  let failures = 1
  const { url, ctx } = await open({
    providers: [provider],
    change: (given) => {
      const run = given.children.run.bind(given.children)
      given.children.run = async (task, ...words) => {
        if (task === 'scoreImage' && failures-- > 0) throw new Error('the model is away')
        return run(task, ...words)
      }
    },
  })
  const actor = new Visitor(url)
  const { id } = await publish(actor)
  expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
  expect(provider.starts).toHaveLength(1)
  expect(await ctx.db.$count(media)).toBe(1)
  const attempts = await ctx.db.select().from(jobAttempts).orderBy(jobAttempts.attempt)
  expect(attempts.map((row) => row.outcome)).toEqual(['broke off', 'COMPLETED'])
})
