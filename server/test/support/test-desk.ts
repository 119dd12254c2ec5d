import type { TestView } from '@vignette/contract/tests.ts'
import { expect } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { ended } from './acts.ts'
import { UNLIMITED_RATES, Visitor } from './browser.ts'
import { createScriptedProvider, picture } from './scripted-provider.ts'
import { shiftClock } from './shift-clock.ts'
import { startTestApp } from './start-test-app.ts'

export const STEPS = [
  { id: 'paint', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' },
  { id: 'frame', provider: 'local', function_type: 'draw', prompt: 'A {{border}} frame' },
  {
    id: 'join',
    provider: 'local',
    function_type: 'restyle',
    first_image: '{{paint}}',
    last_image: '{{frame}}',
  },
]

export function recipeOf(creator: Visitor, change: object = {}) {
  return {
    name: 'A framed wish',
    user_id: creator.anonymousId,
    price: 300,
    cost: 0,
    generation_time: 2,
    inputs: [
      { key: 'wish', type: 'text' },
      { key: 'border', type: 'text' },
    ],
    steps: STEPS,
    output: 'join',
    ...change,
  }
}

/** A server, and a creator with a recipe of three steps; each step costs the operator the given cents. */
export async function openTestDesk({ cents = 0, env = {}, change = {} } = {}) {
  const clock = shiftClock()
  const provider = createScriptedProvider({
    start: (call) => {
      if (!call.prompt?.includes('failing')) return picture()
      throw new ProviderError('params_invalid', 'No such frame.', { retryable: false })
    },
    cents,
  })
  const app = await startTestApp({
    providers: [{ ...provider, costsOperator: cents > 0 }],
    env: { ...UNLIMITED_RATES, ...env },
    change: clock.change,
  })
  const creator = new Visitor(app.url)
  const made = await creator.call<{ id: string }>(
    'POST',
    '/workflows',
    recipeOf(creator, { cost: cents * 3, ...change }),
  )
  expect(made.status).toBe(201)
  return { app, clock, provider, creator, id: made.body.id }
}

export const start = (actor: Visitor, id: string, more: object = {}) =>
  actor.call<{ job_id: string; error: string; code: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { wish: 'boat', border: 'gold' },
    ...more,
  })

export async function testOnce(actor: Visitor, id: string, more: object = {}): Promise<TestView> {
  const started = await start(actor, id, more)
  expect(started.body).not.toHaveProperty('error')
  expect(started.status).toBe(202)
  await ended(actor, started.body.job_id)
  return readTest(actor, started.body.job_id)
}

export async function readTest(actor: Visitor, id: string): Promise<TestView> {
  const { body, status } = await actor.call<TestView>('GET', `/tests/${id}`)
  expect(status).toBe(200)
  return body
}

export async function passDraft(actor: Visitor, draftId: string): Promise<void> {
  const { body, status } = await actor.call<{ job_id: string }>(
    'POST',
    `/drafts/${draftId}/tests`,
    {
      user_inputs: { wish: 'boat', border: 'gold' },
    },
  )
  expect(status).toBe(202)
  expect((await ended(actor, body.job_id)).status).toBe('COMPLETED')
}

export const reusedOf = ({ steps }: TestView) =>
  steps.filter((step) => step.reused).map(({ id }) => id)
