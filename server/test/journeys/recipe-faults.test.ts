import type { WorkflowRun } from '@vignette/contract/own-workflows.ts'
import type { TestView } from '@vignette/contract/tests.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewNotice } from '../../src/features/notices/notice.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { notices } from '../../src/schema/notices.ts'
import { ended, pay, recipeFor, remix, sessionOf } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const WISH = 'grandmother’s red boat'
const TOLD = 'Style must be one of oil, poster.'

let app: TestApp
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: ({ prompt }) => {
      throw new ProviderError('params_invalid', 'This recipe’s settings are not valid.', {
        retryable: false,
        byRecipe: true,
        setting: 'style',
        told: `${TOLD} It was asked for ${prompt}.`,
      })
    },
  })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
})
afterAll(() => app.close())

const look = {
  key: 'look',
  type: 'select',
  display_name: 'Look',
  options: [
    { value: 'oil', label: 'oil paint' },
    { value: 'neon', label: 'neon' },
  ],
}

async function publish(price: number, inputs: object[] = [look]) {
  const creator = new Visitor(app.url)
  const base = recipeFor(creator.anonymousId, { price })
  const steps = base.steps.map((step) => ({
    ...step,
    prompt: 'A secret lake, {{wish}}',
    ...(inputs.length > 0 && { params: { style: '{{look}}' } }),
  }))
  const { body } = await creator.call<{ id: string }>('POST', '/workflows', {
    ...base,
    inputs: [...base.inputs, ...inputs],
    steps,
  })
  return { creator, id: body.id, chosen: inputs.length > 0 ? { look: 'neon' } : {} }
}

async function fail({ id, chosen }: { id: string; chosen: object }, price: number) {
  const buyer = new Visitor(app.url)
  let session: string | undefined
  if (price > 0) {
    session = await pay(buyer, id)
    expect((await sessionOf(buyer, session)).body.payment_status).toBe('paid')
  }
  const started = await remix(buyer, id, {
    session_id: session,
    user_inputs: { wish: WISH, ...chosen },
  })
  const job = await ended(buyer, started.body.job_id)
  return { buyer, job }
}

/** The notices about a recipe's fault; those of other recipes may come later than their runs end. */
async function toldOf(recipeId: string) {
  const rows = await app.ctx.db.select().from(notices).where(eq(notices.kind, 'workflow_fault'))
  return rows.map((row) => viewNotice(row)).filter(({ link }) => link?.path.endsWith(recipeId))
}

const FAULT = 'This recipe has a fault; its creator is told.'

test.each([
  ['a buyer, of the choice', 300, [look], 'Choose another Look or let the money go.'],
  ['a buyer', 300, [], 'Try again later, or let the money go.'],
  ['a visitor, of the choice', 0, [look], 'Choose another Look.'],
  ['a visitor', 0, [], 'Please choose another recipe.'],
])(
  '%s reads that the recipe has a fault, and nothing of its inside',
  async (_, price, inputs, advice) => {
    const recipe = await publish(price, inputs)
    const { buyer, job } = await fail(recipe, price)
    expect([job.status, job.error?.message]).toEqual(['FAILED', `${FAULT} ${advice}`])
    const polled = await buyer.call('GET', `/jobs/${job.id}`)
    const listed = await buyer.call('GET', '/jobs')
    for (const { body } of [polled, listed]) {
      expect(JSON.stringify(body)).not.toMatch(/secret|oil, poster|style|Style/)
    }
  },
)

test('its creator reads option, step and the provider’s own words, without those of the buyer, and is told once', async () => {
  const recipe = await publish(300)
  await fail(recipe, 300)
  await fail(recipe, 300)
  const told = `${TOLD} It was asked for A secret lake, [the buyer’s words].`
  const { body } = await recipe.creator.call<{ runs: WorkflowRun[] }>(
    'GET',
    `/workflows/${recipe.id}/runs`,
  )
  const failed = {
    outcome: 'failed',
    step: 'draw',
    message: told,
    chosen: [{ label: 'Look', value: 'Neon' }],
  }
  expect(body.runs).toMatchObject([failed, failed])
  expect(JSON.stringify(body)).not.toContain('grandmother')
  const failures = await recipe.creator.call('GET', `/workflows/${recipe.id}/failures`)
  const { chosen } = failed
  expect(failures.body).toMatchObject({
    failures: [{ step: 'draw', message: told, count: 2, chosen }],
  })
  await fail({ id: recipe.id, chosen: { look: 'oil' } }, 300)
  const mixed = await recipe.creator.call('GET', `/workflows/${recipe.id}/failures`)
  expect(mixed.body).toMatchObject({ failures: [{ count: 3, chosen: [] }] })
  await expect
    .poll(() => toldOf(recipe.id), { timeout: 20_000 })
    .toMatchObject([
      {
        title: '“A picture of a wish” has a fault',
        body: [
          `A remix of it failed at step “draw”, with Look: Neon: ${told}`,
          'Its buyer paid nothing, and was told only that the recipe has a fault.',
        ],
        link: { path: `/studio/recipes/${recipe.id}` },
      },
    ])
})

test('a test is worded for its creator, who is not sent to other inputs', async () => {
  const { creator, id } = await publish(0)
  const started = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { wish: WISH, look: 'neon' },
  })
  await ended(creator, started.body.job_id)
  const { body } = await creator.call<TestView>('GET', `/tests/${started.body.job_id}`)
  expect(body.error?.message).toBe(`${TOLD} It was asked for A secret lake, ${WISH}.`)
})
