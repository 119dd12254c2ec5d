import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { DraftView } from '@vignette/contract/drafts.ts'
import type { WorkflowCard, WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobs } from '../../src/schema/generation.ts'
import { ended, recipeFor, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { buyProof, publishProof } from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const NOT_YET = 'Not tested yet'
const OTHER = [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'No {{wish}}' }]

/** Holds a run whose wish is "wait". */
const gate = createGate(1)
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [
      createScriptedProvider({
        start: async ({ prompt }) => {
          if (prompt === 'A wait') await gate.opened
          if (prompt !== 'A fault') return picture('#336699', 1200, 900)
          throw new ProviderError('provider_down', 'The generator fails.', { retryable: false })
        },
      }),
    ],
  })
})
afterAll(() => app.close())

const actor = () => new Visitor(app.url)

async function post(change: object = {}, creator = actor()) {
  const wish = { ...recipeFor(creator.anonymousId), ...change }
  const { status, body } = await creator.call<WorkflowView>('POST', '/workflows', wish)
  expect(status).toBe(201)
  return { creator, id: body.id, answered: body.untested }
}

async function put({ creator, id }: { creator: Visitor; id: string }, change: object) {
  const wish = { ...recipeFor(creator.anonymousId), ...change }
  const { status, body } = await creator.call<WorkflowView>('PUT', `/workflows/${id}`, wish)
  expect(status).toBe(200)
  return body.untested
}

/** What the page and the card tell. */
async function told(id: string) {
  const reader = actor()
  const page = await reader.call<WorkflowView>('GET', `/workflows/${id}`)
  const list = await reader.call<{ workflows: WorkflowCard[] }>('GET', '/workflows?per_page=50')
  return [page.body.untested, list.body.workflows.find((one) => one.id === id)?.untested]
}

async function runToEnd(id: string, wish = 'boat', by = actor()) {
  const { body } = await remix(by, id, { user_inputs: { wish } })
  return (await ended(by, body.job_id)).status
}

const TOLD = [NOT_YET, NOT_YET]
const TESTED = [undefined, undefined]

test('a recipe that is published without a test says so until its first delivery, and again with a new text', async () => {
  const recipe = await post()
  expect(recipe.answered).toBe(NOT_YET)
  expect(await told(recipe.id)).toEqual(TOLD)
  expect(await runToEnd(recipe.id, 'fault')).toBe('FAILED')
  expect(await told(recipe.id)).toEqual(TOLD)
  expect(await runToEnd(recipe.id)).toBe('COMPLETED')
  expect(await told(recipe.id)).toEqual(TESTED)

  expect(await put(recipe, { name: 'Renamed' })).toBeUndefined()
  expect(await put(recipe, { steps: OTHER })).toBe(NOT_YET)
  expect(await told(recipe.id)).toEqual(TOLD)
  // The creator's own run shows as well as another that the recipe delivers.
  expect(await runToEnd(recipe.id, 'boat', recipe.creator)).toBe('COMPLETED')
  expect(await told(recipe.id)).toEqual(TESTED)
})

test('a recipe that is published from the studio has its passed test, and another text by the API has none', async () => {
  const creator = actor()
  const draft = await creator.call<DraftView>('POST', '/drafts', {
    text: JSON.stringify(recipeFor(creator.anonymousId)),
  })
  const { id: draftId, revision } = draft.body
  const begun = await creator.call<{ job_id: string }>('POST', `/drafts/${draftId}/tests`, {
    user_inputs: { wish: 'boat' },
  })
  expect((await ended(creator, begun.body.job_id)).status).toBe('COMPLETED')
  const published = await creator.call<WorkflowView>('POST', `/drafts/${draftId}/publish`, {
    revision,
    visibility: 'listed',
    accept_creator_terms: CREATOR_TERMS_VERSION,
  })
  expect([published.status, published.body.untested]).toEqual([200, undefined])
  expect(await told(published.body.id)).toEqual(TESTED)
  // The test stands for the same recipe by the API too, and for no other creator's.
  expect((await post({}, creator)).answered).toBeUndefined()
  expect((await post({ steps: OTHER }, creator)).answered).toBe(NOT_YET)
  expect((await post()).answered).toBe(NOT_YET)
})

test('a passed test of the live text marks the recipe as tested, a test of a draft with another text does not', async () => {
  const { creator, id } = await post()
  const draft = await creator.call<DraftView>('POST', '/drafts', {
    text: JSON.stringify({ ...recipeFor(creator.anonymousId), steps: OTHER }),
    workflow_id: id,
  })
  const pass = async (path: string) => {
    const wish = { user_inputs: { wish: 'boat' } }
    const begun = await creator.call<{ job_id: string }>('POST', `${path}/tests`, wish)
    expect((await ended(creator, begun.body.job_id)).status).toBe('COMPLETED')
  }
  await pass(`/drafts/${draft.body.id}`)
  expect(await told(id)).toEqual(TOLD)
  await pass(`/workflows/${id}`)
  expect(await told(id)).toEqual(TESTED)
})

test('a shown proof is a delivery', async () => {
  const id = await publishProof(app)
  expect(await told(id)).toEqual(TOLD)
  await buyProof(app, id)
  expect(await told(id)).toEqual(TESTED)
})

test('ten runs of the version before that end at once say nothing of the new version', async () => {
  const recipe = await post()
  const runs = Array.from({ length: 10 }, () => runToEnd(recipe.id, 'wait'))
  await expect
    .poll(() => app.ctx.db.$count(jobs, eq(jobs.workflowId, recipe.id)), { timeout: 20_000 })
    .toBe(10)
  expect(await put(recipe, { steps: OTHER })).toBe(NOT_YET)
  await gate.arrive()
  expect(await Promise.all(runs)).toEqual(Array.from({ length: 10 }, () => 'COMPLETED'))
  expect(await told(recipe.id)).toEqual(TOLD)
  await Promise.all(Array.from({ length: 10 }, () => runToEnd(recipe.id)))
  expect(await told(recipe.id)).toEqual(TESTED)
})
