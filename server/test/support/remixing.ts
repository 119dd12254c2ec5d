import type { CreationView } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import { expect } from 'vitest'
import type { TestActor } from './test-actor.ts'

export const DRAW = { id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' }
export const RESTYLE = {
  id: 'restyle',
  provider: 'local',
  function_type: 'restyle',
  first_image: '{{draw}}',
}

export function recipe(actor: TestActor, steps: unknown[], output: string, change: object = {}) {
  return {
    name: 'A test',
    user_id: actor.anonymousId,
    price: 0,
    cost: 0,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    steps,
    output,
    ...change,
  }
}

export async function publish(
  actor: TestActor,
  steps: unknown[] = [DRAW],
  output = 'draw',
  change: object = {},
): Promise<string> {
  const answer = await actor.call<{ id: string; error?: string }>(
    'POST',
    '/workflows',
    recipe(actor, steps, output, change),
  )
  expect(answer.body.error).toBeUndefined()
  expect(answer.status).toBe(201)
  return answer.body.id
}

export async function remix(
  actor: TestActor,
  workflowId: string,
  wish = 'boat',
  headers = {},
  change: object = {},
) {
  return actor.call<{ job_id: string; generation_time: number; error?: string }>(
    'POST',
    `/workflows/${workflowId}/creations`,
    { user_id: actor.anonymousId, user_inputs: { wish }, ...change },
    headers,
  )
}

/** A synchronous remix; answers the creation or the reason of its failure. */
export function remixNow(actor: TestActor, workflowId: string, headers = {}) {
  return actor.call<CreationView & { job_id: string; error: string; code: string }>(
    'POST',
    `/workflows/${workflowId}/creations`,
    { user_id: actor.anonymousId, user_inputs: { wish: 'boat' }, async: false },
    headers,
  )
}

/** Reads the event stream until the job ends, without timers or polling. */
export async function ended(actor: TestActor, jobId: string): Promise<JobView> {
  const stream = await openStream(actor, jobId)
  const last = (await stream.states()).at(-1)
  if (!last) throw new Error('the stream told nothing')
  return last
}

/** Resolves once the stream is open, with every state sent until the job ends. */
export async function openStream(
  actor: TestActor,
  jobId: string,
): Promise<{ states(): Promise<JobView[]> }> {
  const response = await actor.fetch('GET', `/api/v1/jobs/${jobId}/events`)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  return {
    async states() {
      const text = await response.text()
      return text
        .split('\n\n')
        .filter((part) => part.includes('event: job'))
        .map((part) => JSON.parse(part.slice(part.indexOf('data: ') + 6)) as JobView)
    },
  }
}
