import type { CreationView } from '@vignette/contract/creations.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobs } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { DRAW, ended, publish, RESTYLE, remix, tryPublish } from '../support/acts.ts'
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

describe('a remix', () => {
  test('runs the steps in order and delivers a stored, checked picture', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url, ctx } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor, { steps: [RESTYLE, DRAW], output: 'restyle' })
    const started = await remix(actor, id)
    expect(started.body.generation_time).toBe(2)
    const job = await ended(actor, started.body.job_id)
    expect(job.status).toBe('COMPLETED')
    expect(provider.starts.map((call) => call.functionType)).toEqual(['draw', 'restyle'])
    expect(provider.starts[0]?.prompt).toBe('A boat')
    const creation = job.result as unknown as CreationView
    expect(creation.media).toMatchObject({ kind: 'image', width: 64, height: 48 })
    const file = await actor.fetch(creation.image ?? '')
    expect(file.status).toBe(200)
    const { xmp } = await sharp(await file.arrayBuffer()).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/algorithmicMedia')
    const stranger = new Visitor(url)
    expect((await stranger.fetch(creation.image ?? '')).status).toBe(404)
    expect((await stranger.call('GET', `/creations/${creation.id}`)).status).toBe(404)
    // The intermediate picture is deleted.
    const rows = await ctx.db.select().from(media)
    expect(rows.filter((row) => row.deletedAt === null)).toHaveLength(1)
  })

  test('answers a synchronous call with the creation itself', async () => {
    const { url } = await open(createScriptedProvider({ start: () => picture() }))
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const answer = await actor.call<CreationView>('POST', `/workflows/${id}/creations`, {
      user_id: actor.anonymousId,
      user_inputs: { wish: 'tree' },
      async: false,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user_inputs).toEqual({ wish: 'tree' })
  })

  test('never expands a reference within an input', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    await ended(
      actor,
      (await remix(actor, id, { user_inputs: { wish: '{{wish}} {{draw}}' } })).body.job_id,
    )
    expect(provider.starts[0]?.prompt).toBe('A {{wish}} {{draw}}')
  })

  test('is refused where a recipe repeats an input beyond the limit', async () => {
    const { url, ctx } = await open(createScriptedProvider({ start: () => picture() }), false)
    const actor = new Visitor(url)
    const often = '{{wish}} '.repeat(60)
    for (const step of [
      { ...DRAW, prompt: often },
      { ...DRAW, params: { title: [often] } },
    ]) {
      const { id } = await publish(actor, { steps: [step] })
      const { status, body } = await remix(actor, id, { user_inputs: { wish: 'm'.repeat(500) } })
      expect([status, body.error]).toEqual([
        400,
        'wish: Too long for how often this recipe repeats it',
      ])
      expect((await remix(actor, id)).status).toBe(200)
    }
    expect(await ctx.db.select().from(jobs)).toHaveLength(2)
  })

  test("a remix of a recipe published before the limit runs within the recipe's own limit", async () => {
    const { url, ctx } = await open(createScriptedProvider({ start: () => picture() }), false)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    await ctx.db.execute(sql`insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      select workflow_id, 2, jsonb_set(recipe, '{inputs,0,max_length}', '4000'), price, cost, license, created_at
      from workflow_versions where workflow_id = ${id}`)
    await ctx.db.execute(sql`update workflows set version = 2 where id = ${id}`)
    const seen = await actor.call<WorkflowView>('GET', `/workflows/${id}`)
    expect(seen.body.inputs[0]?.max_length).toBe(500)
    const source = await actor.call('GET', `/workflows/${id}/source`)
    expect(source.status).toBe(200)
    const { body } = await actor.call<{ version: number }>('PUT', `/workflows/${id}`, source.body)
    expect(body.version).toBe(3)
    expect((await remix(actor, id, { user_inputs: { wish: 'm'.repeat(500) } })).status).toBe(200)
    expect((await remix(actor, id, { user_inputs: { wish: 'm'.repeat(501) } })).status).toBe(400)
  })

  test('sent ten times with one Idempotency-Key is one job', async () => {
    const provider = createScriptedProvider({ start: () => picture() })
    const { url, ctx } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => remix(actor, id, {}, { 'idempotency-key': 'one' })),
    )
    expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1)
    expect(await ctx.db.select().from(jobs)).toHaveLength(1)
    const other = await remix(
      actor,
      id,
      { user_inputs: { wish: 'tree' } },
      { 'idempotency-key': 'one' },
    )
    expect(other.status).toBe(422)
  })
})

describe('a step that fails', () => {
  test('is tried three times where a retry may help, and then fails with a sentence', async () => {
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
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job).toMatchObject({
      status: 'FAILED',
      error: { code: 'http_500', message: 'The generator is having trouble.' },
    })
    expect(provider.starts).toHaveLength(3)
    expect(new Set(provider.starts.map((call) => call.idempotencyKey)).size).toBe(1)
  })

  test('is not retried where a retry cannot help, and its partial files are deleted', async () => {
    const provider = createScriptedProvider({
      start: (call) =>
        call.functionType === 'draw'
          ? picture()
          : Promise.reject(new ProviderError('refused', 'No.', { retryable: false })),
    })
    const { url, ctx } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor, { steps: [DRAW, RESTYLE], output: 'restyle' })
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.status).toBe('FAILED')
    expect(provider.starts).toHaveLength(2)
    const rows = await ctx.db.select().from(media)
    expect(rows.every((row) => row.deletedAt !== null)).toBe(true)
  })

  test('a product of the wrong type fails the job', async () => {
    const provider = createScriptedProvider({
      start: async () => ({
        state: 'done',
        product: { from: 'bytes', kind: 'image', bytes: Buffer.from('<svg/>') },
      }),
    })
    const { url } = await open(provider)
    const actor = new Visitor(url)
    const { id } = await publish(actor)
    const job = await ended(actor, (await remix(actor, id)).body.job_id)
    expect(job.error?.code).toBe('invalid_media')
  })

  test('a step whose cost exceeds the declared cost is not started', async () => {
    const provider = createScriptedProvider({ start: () => picture(), cents: 3 })
    const { url } = await open(provider)
    const actor = new Visitor(url)
    const refused = await tryPublish(actor, { cost: 2 })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain('cost must be at least 3 cents')
  })
})
