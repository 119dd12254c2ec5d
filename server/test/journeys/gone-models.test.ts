import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lookUpModels } from '../../src/features/workflows/look-up-models.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { payments } from '../../src/schema/payments.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { DRAW, ended, enterCard, openCheckout, pay, publish, remix } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const DEFAULT_MODEL = 'painter-2'
const OFFERED = [DEFAULT_MODEL, 'painter-1', 'sketcher']

/** What the vendor offers now; undefined while it answers nothing. */
let offered: string[] | undefined
let asked: string[]
let app: TestApp
let creator: Visitor

beforeAll(async () => {
  const vendor = createScriptedProvider({
    cents: 4,
    start: async ({ model = DEFAULT_MODEL }) => {
      if (offered?.includes(model)) return picture()
      throw new ProviderError('provider_model_unknown', 'No such model.', { retryable: false })
    },
  })
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [
      Object.assign(vendor, {
        id: 'vendor',
        costsOperator: true,
        forEveryCreator: false,
        functions: vendor.functions.map((spec) => ({ ...spec, model: 'optional' })),
        lookUpModel: async ({ model = DEFAULT_MODEL }) => {
          asked.push(model)
          return offered && { model, offered: offered.includes(model) }
        },
      } satisfies Partial<typeof vendor>),
    ],
  })
})
afterAll(() => app.close())

beforeEach(async () => {
  offered = OFFERED
  asked = []
  await app.ctx.db.update(workflows).set({ deletedAt: new Date() })
  creator = new Visitor(app.url)
  await creator.call('GET', `/users/${creator.anonymousId}`)
  await approve(app.ctx, creator.anonymousId)
})

const lookUp = () => lookUpModels.run(app.ctx, {}, new AbortController().signal)

const sell = async (...models: (string | undefined)[]) => {
  const steps = models.map((model, at) => ({
    ...DRAW,
    id: `draw${at}`,
    provider: 'vendor',
    ...(model && { model }),
  }))
  const change = { steps, output: 'draw0', price: 300, cost: 4 * models.length }
  return (await publish(creator, change)).id
}

const see = async (id: string, who = new Visitor(app.url)) =>
  (await who.call<WorkflowView>('GET', `/workflows/${id}`)).body

const WORDS =
  'The vendor of a model that it uses no longer offers that model, so no new remix starts. Its creator can publish a new version.'
const OWNER_WORDS =
  'Its vendor no longer offers the model painter-1, so no new remix starts. Publish a new version with another model.'

test('all recipes with a model that is gone say so and are not sold, and others are', async () => {
  const [first, second] = [await sell('painter-1'), await sell(undefined, 'painter-1')]
  const other = await sell(undefined)
  await lookUp()
  expect(asked.toSorted()).toEqual(['painter-1', DEFAULT_MODEL])
  expect((await see(first)).not_for_sale).toBeUndefined()

  offered = OFFERED.filter((model) => model !== 'painter-1')
  await lookUp()
  for (const id of [first, second]) {
    expect(await see(id)).toMatchObject({ not_for_sale: WORDS, paused: true })
    const refused = await openCheckout(new Visitor(app.url), id)
    expect([refused.status, refused.body.error]).toEqual([409, WORDS])
    expect((await see(id, creator)).not_for_sale).toBe(OWNER_WORDS)
  }
  expect((await see(other)).not_for_sale).toBeUndefined()
  expect((await openCheckout(new Visitor(app.url), other)).status).toBe(200)
  const own = await creator.call<{ workflows: OwnWorkflowRow[] }>('GET', '/workflows/mine')
  expect(new Map(own.body.workflows.map(({ id, unavailable }) => [id, unavailable]))).toEqual(
    new Map([
      [first, OWNER_WORDS],
      [second, OWNER_WORDS],
      [other, undefined],
    ]),
  )
})

test('a recipe opens again once the vendor offers the model again, and not while the vendor is silent', async () => {
  const id = await sell('painter-1')
  offered = []
  await lookUp()
  offered = undefined
  await lookUp()
  expect((await see(id)).not_for_sale).toBe(WORDS)
  offered = OFFERED
  await lookUp()
  expect((await see(id)).not_for_sale).toBeUndefined()
  expect((await openCheckout(new Visitor(app.url), id)).status).toBe(200)
})

test('a new version with another model is sold at once', async () => {
  const id = await sell('painter-1')
  offered = OFFERED.filter((model) => model !== 'painter-1')
  await lookUp()
  await publishAgain(id, 'sketcher')
  expect((await see(id)).not_for_sale).toBeUndefined()
})

async function publishAgain(id: string, model: string) {
  const steps = [{ ...DRAW, id: 'draw0', provider: 'vendor', model }]
  const { status } = await creator.call('PUT', `/workflows/${id}`, {
    name: 'Another model',
    user_id: creator.anonymousId,
    price: 300,
    cost: 4,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    steps,
    output: 'draw0',
  })
  expect(status).toBe(200)
}

test('a run that fails for want of its model has the other recipes marked, and a card entered later is not charged', async () => {
  const [met, other] = [await sell('painter-1'), await sell('painter-1')]
  const buyer = new Visitor(app.url)
  const session = await pay(buyer, met)
  const late = new Visitor(app.url)
  const open = await openCheckout(late, other)
  offered = OFFERED.filter((model) => model !== 'painter-1')
  const started = await remix(buyer, met, { session_id: session })
  expect((await ended(buyer, started.body.job_id)).status).toBe('FAILED')
  await expect.poll(async () => (await see(other)).not_for_sale, { timeout: 20_000 }).toBe(WORDS)
  await enterCard(open.body.url).catch(() => 'the page says that the recipe is closed')
  const states = async () =>
    (
      await app.ctx.db
        .select({ state: payments.state })
        .from(payments)
        .where(eq(payments.workflowId, other))
    ).map(({ state }) => state)
  await expect.poll(states, { timeout: 20_000 }).not.toContain('authorized')
  expect(await states()).not.toContain('captured')
})

test('after ten buyers have raced the mark, none of them can buy', async () => {
  const id = await sell('painter-1')
  const buyers = Array.from({ length: 10 }, () => new Visitor(app.url))
  const opened = await Promise.all(buyers.map((buyer) => openCheckout(buyer, id)))
  offered = OFFERED.filter((model) => model !== 'painter-1')
  await Promise.all([
    lookUp(),
    ...opened.map(({ body }) => enterCard(body.url).catch(() => undefined)),
  ])
  const [row] = await app.ctx.db
    .select({ at: workflows.goneModel })
    .from(workflows)
    .where(eq(workflows.id, id))
  expect(row?.at).toBe('painter-1')
  const again = await Promise.all(buyers.map((buyer) => openCheckout(buyer, id)))
  expect(again.map(({ status }) => status)).toEqual(buyers.map(() => 409))
})
