import type { CreationView } from '@vignette/contract/creations.ts'
import { expect } from 'vitest'
import type { TestActor } from './test-actor.ts'

/** Publishes a free recipe with one drawing step. */
export async function publishRecipe(
  actor: TestActor,
  change: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await actor.call<{ id: string; error?: string }>(
    'POST',
    '/workflows',
    {
      name: 'A test',
      user_id: actor.anonymousId,
      price: 0,
      cost: 0,
      generation_time: 2,
      inputs: [{ key: 'wish', type: 'text' }],
      steps: [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' }],
      output: 'draw',
      ...change,
    },
    headers,
  )
  expect(answer.body.error).toBeUndefined()
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Remixes synchronously and answers the creation. */
export async function remixAtOnce(
  actor: TestActor,
  workflowId: string,
  change: Record<string, unknown> = {},
): Promise<CreationView> {
  const answer = await actor.call<CreationView>('POST', `/workflows/${workflowId}/creations`, {
    user_id: actor.anonymousId,
    user_inputs: { wish: 'boat' },
    async: false,
    ...change,
  })
  expect(answer.body).toMatchObject({ workflow_id: workflowId })
  return answer.body
}
