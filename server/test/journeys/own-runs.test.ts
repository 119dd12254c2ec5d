import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { creations } from '../../src/features/creations/index.ts'
import { payments } from '../../src/features/payments/tables.ts'
import { workflows } from '../../src/features/workflows/index.ts'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { document, ended, run } from '../support/money/buying.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

let app: TestApp
afterEach(() => app.close())

/** A creator without an account, with a recipe of $3.00 whose runs cost the given cents. */
async function open(cents: number, env: Record<string, string> = {}) {
  const provider = createScriptedProvider({ start: () => picture(), cents })
  app = await startTestApp({
    providers: [{ ...provider, costsOperator: cents > 0 }],
    env: { ...UNLIMITED_RATES, ...env },
  })
  const creator = new TestActor(app.url)
  const { body, status } = await creator.call<{ id: string }>('POST', '/workflows', {
    ...document(creator, 300),
    cost: cents,
  })
  expect(status).toBe(201)
  return { creator, id: body.id }
}

test("a run of the creator's own priced recipe is free, private, no sale and counted nowhere", async () => {
  const { creator, id } = await open(0)
  const started = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/creations`, {
    user_inputs: { wish: 'boat' },
    public: true,
  })
  expect(started.status).toBe(200)
  const job = await ended(creator, started.body.job_id)
  expect(job.status).toBe('COMPLETED')
  expect(await app.ctx.db.$count(payments)).toBe(0)
  const [creation] = await app.ctx.db.select().from(creations)
  expect(creation).toMatchObject({ test: true, public: false })
  const [workflow] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, id))
  expect(workflow).toMatchObject({ remixCount: 0, popularity: 0, sampleMediaId: null })
  const shown = await creator.call('PATCH', `/creations/${job.result.id}`, { public: true })
  expect([shown.status, shown.body['error']]).toEqual([
    403,
    'A test of your own recipe stays private.',
  ])
})

test("a checkout for the creator's own recipe is refused, and other visitors pay", async () => {
  const { creator, id } = await open(0)
  const checkout = (actor: TestActor) =>
    actor.call<{ error: string; code: string }>('POST', '/payment/create-checkout-session', {
      workflow_id: id,
      success_url: `${app.url}/workflows`,
      cancel_url: `${app.url}/workflows`,
    })
  const refused = await checkout(creator)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'payment_state',
    'This recipe is yours. Use Test: it is free.',
  ])
  const stranger = new TestActor(app.url)
  expect((await checkout(stranger)).status).toBe(200)
  expect((await run(stranger, id)).status).toBe(402)
})

test('own runs on a provider with a cost are refused where their budget is zero', async () => {
  const { creator, id } = await open(4)
  const refused = await run(creator, id)
  expect([refused.status, refused.body.error]).toEqual([
    403,
    'A test of this recipe may cost 4 cents at its providers; tests here may cost 0 cents a day.',
  ])
})

test('of ten own runs at once only those within the daily budget begin', async () => {
  const { creator, id } = await open(4, { TEST_BUDGET_CENTS: '10' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => run(creator, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body.error).toMatch(/^Your budget for tests on paid providers is used up/)
  }
})
