import type { CreationView } from '@vignette/contract/creations.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { expect } from 'vitest'
import type { Answer, Browser } from './browser.ts'

export const DRAW = {
  id: 'draw',
  provider: 'local',
  function_type: 'draw',
  prompt: 'A {{wish}}',
}

/** A recipe for the scripted provider, with its creator's id. */
export function recipeFor(userId: string, change: object = {}) {
  return {
    name: 'A picture of a wish',
    user_id: userId,
    price: 0,
    cost: 0,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    steps: [DRAW],
    output: 'draw',
    ...change,
  }
}

export interface Refusal {
  error: string
  code: string
  details?: { path: string; message: string }[]
}

/** The public id of the browser's principal; a visitor is asked for by its anonymous id. */
export async function idOf(browser: Browser, anonymousId?: string): Promise<string> {
  const { body } = await browser.json<{ id: string }>(
    anonymousId ? `/users/${anonymousId}` : '/users/me',
  )
  return body.id
}

export function tryPublish(
  browser: Browser,
  userId: string,
  change: object = {},
): Promise<Answer<WorkflowView & Refusal>> {
  return browser.json('/workflows', { body: recipeFor(userId, change) })
}

export async function publish(
  browser: Browser,
  userId: string,
  change: object = {},
): Promise<WorkflowView> {
  const answer = await tryPublish(browser, userId, change)
  expect(answer.body).not.toHaveProperty('error')
  expect(answer.status).toBe(201)
  return answer.body
}

/** A synchronous remix; answers the creation or the reason of its failure. */
export function tryRemix(
  browser: Browser,
  workflowId: string,
  change: object = {},
): Promise<Answer<CreationView & Refusal>> {
  return browser.json(`/workflows/${workflowId}/creations`, {
    body: { user_inputs: { wish: 'boat' }, async: false, ...change },
  })
}

export async function remix(
  browser: Browser,
  workflowId: string,
  change: object = {},
): Promise<CreationView> {
  const answer = await tryRemix(browser, workflowId, change)
  expect(answer.body).not.toHaveProperty('error')
  expect(answer.status).toBe(200)
  return answer.body
}
