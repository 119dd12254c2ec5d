import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { DraftView } from '@vignette/contract/drafts.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { ListedTest } from '@vignette/contract/tests.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowDrafts } from '../../src/schema/drafts.ts'
import { workflows, workflowVersions } from '../../src/schema/workflows.ts'
import { ended, recipeFor, remix, tryPublish } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
  })
})
afterAll(() => app.close())

interface Refusal {
  code: string
  error: string
  details: { path: string; message: string }[]
}

/** A text without what the server knows: owner, cost and time. */
function unfinished(creator: Visitor, change: object = {}) {
  const {
    user_id: _,
    cost: __,
    generation_time: ___,
    ...rest
  } = recipeFor(creator.anonymousId, { price: 300 })
  return { ...rest, ...change }
}

async function begin(creator: Visitor, recipe: object, workflow_id?: string) {
  const { status, body } = await creator.call<DraftView>('POST', '/drafts', {
    text: JSON.stringify(recipe),
    ...(workflow_id && { workflow_id }),
  })
  expect(status).toBe(201)
  return body
}

async function save(creator: Visitor, draft: DraftView, recipe: object) {
  const text = JSON.stringify(recipe)
  const wish = { text, revision: draft.revision }
  const { status, body } = await creator.call<DraftView>('PUT', `/drafts/${draft.id}`, wish)
  expect(status).toBe(200)
  return body
}

async function pass(creator: Visitor, draft: DraftView) {
  const wish = { user_inputs: { wish: 'boat' } }
  const begun = await creator.call<{ job_id: string }>('POST', `/drafts/${draft.id}/tests`, wish)
  expect(begun.status).toBe(202)
  expect(await ended(creator, begun.body.job_id)).toMatchObject({ status: 'COMPLETED' })
}

const ACCEPTING = { accept_creator_terms: CREATOR_TERMS_VERSION }
const publish = (creator: Visitor, { id, revision }: DraftView, more: object = ACCEPTING) =>
  creator.call<WorkflowView & Refusal>('POST', `/drafts/${id}/publish`, {
    revision,
    visibility: 'listed',
    ...more,
  })
const openChecks = ({ body }: { body: Refusal }) => [
  body.code,
  ...body.details.map(({ path }) => path),
]

test('a tested draft is published with its owner, cost and measured time filled in, and is gone', async () => {
  const creator = new Visitor(app.url)
  const draft = await begin(creator, unfinished(creator))
  await pass(creator, draft)
  const { status, body } = await publish(creator, draft, { ...ACCEPTING, note: 'The first one' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 1, price: 300, is_owner: true })
  const source = await creator.call<RecipeDocument>('GET', `/workflows/${body.id}/source`)
  expect([source.body.cost, source.body.user_id]).toEqual([0, body.user_id])
  // The test took a moment, which counts as a whole second, and no default stands in for it.
  expect(body.generation_time).toBeLessThan(30_000)
  expect(body.generation_time % 1000).toBe(0)
  const [version] = await app.ctx.db
    .select({ note: workflowVersions.note })
    .from(workflowVersions)
    .where(eq(workflowVersions.workflowId, body.id))
  expect(version?.note).toBe('The first one')
  expect((await creator.call('GET', `/drafts/${draft.id}`)).status).toBe(404)
})

test('a passed test stays valid after a change of price or name, and not after a change of a step', async () => {
  const creator = new Visitor(app.url)
  const draft = await begin(creator, unfinished(creator))
  await pass(creator, draft)
  const steps = [{ id: 'draw', provider: 'local', function_type: 'draw', prompt: 'No {{wish}}' }]
  const changed = await save(creator, draft, unfinished(creator, { steps }))
  expect(openChecks(await publish(creator, changed))).toEqual(['not_ready', 'test'])
  const dearer = await save(creator, changed, unfinished(creator, { price: 400, name: 'Dearer' }))
  expect((await publish(creator, dearer)).body).toMatchObject({ price: 400, name: 'Dearer' })
})

test('a text that was tested in one draft counts as tested in another', async () => {
  const creator = new Visitor(app.url)
  await pass(creator, await begin(creator, unfinished(creator)))
  const again = await begin(creator, unfinished(creator, { name: 'Again' }))
  const listed = await creator.call<{ tests: ListedTest[] }>('GET', `/drafts/${again.id}/tests`)
  expect(listed.body.tests).toMatchObject([{ passed: true, current: true }])
  expect((await publish(creator, again)).status).toBe(200)
})

test('the test of another creator stands for nothing', async () => {
  const [one, other] = [new Visitor(app.url), new Visitor(app.url)]
  await pass(one, await begin(one, unfinished(one)))
  const draft = await begin(other, unfinished(other))
  expect(openChecks(await publish(other, draft))).toEqual(['not_ready', 'test'])
})

test('the creator terms are accepted once, in today’s version', async () => {
  const creator = new Visitor(app.url)
  const draft = await begin(creator, unfinished(creator))
  await pass(creator, draft)
  for (const more of [{}, { accept_creator_terms: '2020-01-01' }]) {
    expect(openChecks(await publish(creator, draft, more))).toEqual(['not_ready', 'creator_terms'])
  }
  expect((await publish(creator, draft)).status).toBe(200)
  const second = await begin(creator, unfinished(creator))
  expect((await publish(creator, second, {})).status).toBe(200)
})

test('a draft of a recipe becomes its next version, listed or not', async () => {
  const creator = new Visitor(app.url)
  const { body: live } = await tryPublish(creator, { price: 300 })
  const draft = await begin(creator, unfinished(creator, { price: 500 }), live.id)
  await pass(creator, draft)
  const { body } = await publish(creator, draft, { ...ACCEPTING, visibility: 'unlisted' })
  expect(body).toMatchObject({ id: live.id, version: 2, price: 500 })
  const [row] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, live.id))
  expect(row?.state).toBe('unlisted')
})

test('of ten publications of one draft at once exactly one happens', async () => {
  const creator = new Visitor(app.url)
  const draft = await begin(creator, unfinished(creator))
  await pass(creator, draft)
  const before = await app.ctx.db.select({ rows: count() }).from(workflows)
  const answers = await Promise.all(Array.from({ length: 10 }, () => publish(creator, draft)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  const after = await app.ctx.db.select({ rows: count() }).from(workflows)
  expect((after[0]?.rows ?? 0) - (before[0]?.rows ?? 0)).toBe(1)
})

test('a saving between reading and publishing is not published over', async () => {
  const creator = new Visitor(app.url)
  const draft = await begin(creator, unfinished(creator))
  await pass(creator, draft)
  await save(creator, draft, unfinished(creator, { name: 'Later' }))
  const { status, body } = await publish(creator, draft)
  expect([status, body.code]).toEqual([409, 'draft_changed'])
  const [left] = await app.ctx.db
    .select()
    .from(workflowDrafts)
    .where(eq(workflowDrafts.id, draft.id))
  expect(left?.name).toBe('Later')
})

test('a recipe does not take a creation of another recipe as its sample', async () => {
  const creator = new Visitor(app.url)
  const { body: other } = await tryPublish(creator)
  const { body: begun } = await remix(creator, other.id)
  const job = await ended(creator, begun.job_id)
  const sample_creation_url = `/creations/${job.result.id}`
  const draft = await begin(creator, unfinished(creator, { sample_creation_url }))
  await pass(creator, draft)
  expect(openChecks(await publish(creator, draft))).toEqual(['not_ready', 'sample'])
  const own = await begin(creator, unfinished(creator, { sample_creation_url }), other.id)
  expect((await publish(creator, own)).body).toMatchObject({ id: other.id, version: 2 })
})

test('a draft is not published over a version that its creator has not seen', async () => {
  const creator = new Visitor(app.url)
  const live = await tryPublish(creator, { price: 300 })
  const { id } = live.body
  const draft = await begin(creator, unfinished(creator, { price: 500 }), id)
  await pass(creator, draft)
  await creator.call('PUT', `/workflows/${id}`, recipeFor(creator.anonymousId, { price: 400 }))
  const refused = await publish(creator, draft)
  expect([refused.status, refused.body.code]).toEqual([409, 'version_changed'])
  expect(refused.body.error).toContain('Version 2 is live')
  expect((await publish(creator, draft, { ...ACCEPTING, over: 1 })).status).toBe(409)
  const { body } = await publish(creator, draft, { ...ACCEPTING, over: 2 })
  expect(body).toMatchObject({ id, version: 3, price: 500 })
})

test('ten drafts that race a new version never replace the version unseen', async () => {
  const creator = new Visitor(app.url)
  const drafts = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const live = await tryPublish(creator, { price: 300 })
      return begin(creator, unfinished(creator, { price: 500 }), live.body.id)
    }),
  )
  await pass(creator, drafts[0] as DraftView)
  const raced = await Promise.all(
    drafts.flatMap((draft) => [
      publish(creator, draft, { ...ACCEPTING, note: 'From the draft' }),
      creator.call(
        'PUT',
        `/workflows/${draft.workflow_id}`,
        recipeFor(creator.anonymousId, { price: 400 }),
      ),
    ]),
  )
  expect(raced.filter(({ status }) => status === 500)).toEqual([])
  const late = await app.ctx.db
    .select({ version: workflowVersions.version })
    .from(workflowVersions)
    .where(eq(workflowVersions.note, 'From the draft'))
  expect(late.every(({ version }) => version === 2)).toBe(true)
})

test('a draft without a price is tested, and not published', async () => {
  const creator = new Visitor(app.url)
  const { price: _, ...priceless } = unfinished(creator)
  const draft = await begin(creator, priceless)
  await pass(creator, draft)
  const listed = await creator.call<{ tests: ListedTest[] }>('GET', `/drafts/${draft.id}/tests`)
  expect(listed.body.tests).toMatchObject([{ passed: true, current: true }])
  expect((await publish(creator, draft)).body.code).toBe('invalid_recipe')
  const priced = await save(creator, draft, unfinished(creator))
  expect((await publish(creator, priced)).status).toBe(200)
})
