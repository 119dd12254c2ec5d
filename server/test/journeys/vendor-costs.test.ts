import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLedgerLines } from '../../src/features/ledger/queries.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobs } from '../../src/schema/generation.ts'
import { principals } from '../../src/schema/identity.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const CENTS = 4

let app: TestApp
let actor: Visitor
const begun = createGate(1)
const cancelled = createGate(1)
beforeAll(async () => {
  const vendor = createScriptedProvider({
    cents: CENTS,
    start: async ({ prompt }) => {
      if (prompt === 'A fault') {
        throw new ProviderError('provider_rejected', 'No.', { retryable: false })
      }
      if (prompt === 'A wait') {
        await begun.arrive()
        await cancelled.opened
      }
      return picture()
    },
  })
  app = await startTestApp({
    env: { FREE_DAILY_BUDGET_CENTS: '1000' },
    providers: [
      Object.assign(vendor, { id: 'vendor', costsOperator: true, forEveryCreator: false }),
    ],
  })
  actor = new Visitor(app.url)
  await actor.call('GET', `/users/${actor.anonymousId}`)
  await app.ctx.db.update(principals).set({ approvedCreatorAt: new Date() })
})
afterAll(() => app.close())

test("the vendor's cost of every run is booked once, for delivered, failed, cancelled and free runs", async () => {
  const draw = { id: 'draw', provider: 'vendor', function_type: 'draw', prompt: 'A {{wish}}' }
  const { id: recipe } = await publish(actor, { steps: [draw], cost: CENTS })
  const run = async (wish: string) =>
    (await remix(actor, recipe, { user_inputs: { wish } })).body.job_id
  for (const [wish, status] of [
    ['boat', 'COMPLETED'],
    ['fault', 'FAILED'],
  ] as const) {
    expect((await ended(actor, await run(wish))).status).toBe(status)
  }
  const waiting = await run('wait')
  await begun.opened
  await actor.call('DELETE', `/jobs/${waiting}`)
  expect((await ended(actor, waiting)).status).toBe('CANCELLED')
  await cancelled.arrive()

  const runs = await app.ctx.db.select({ id: jobs.id }).from(jobs).orderBy(asc(jobs.id))
  const booked = (await listLedgerLines(app.ctx)).map(
    ({ key, account, amount, subjectType, workflowId, paymentId }) => [
      key,
      account,
      amount,
      subjectType,
      workflowId,
      paymentId,
    ],
  )
  expect(booked).toEqual(
    runs.flatMap(({ id }) => [
      [`provider_cost:job:${id}`, 'provider_costs', CENTS, 'job', recipe, null],
      [`provider_cost:job:${id}`, 'provider_payables', -CENTS, 'job', recipe, null],
    ]),
  )
  expect(runs).toHaveLength(3)
})
