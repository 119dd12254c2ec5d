import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCheckHealth } from '../../src/features/studio/check-health.ts'
import { runSweepHealth } from '../../src/features/studio/sweep-health.ts'
import { payments } from '../../src/schema/payments.ts'
import { healthPauses } from '../../src/schema/studio.ts'
import { ended, receiptOf, recipeFor, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createHealthWorld, type HealthWorld } from '../support/health-world.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)

let world: HealthWorld
beforeAll(async () => {
  world = await createHealthWorld()
})
afterAll(() => world.close())
beforeEach(() => world.vendor.mend())

async function isInDiscover(id: string): Promise<boolean> {
  const { body } = await new Visitor(world.app.url).call<{ workflows: { id: string }[] }>(
    'GET',
    '/workflows',
  )
  return body.workflows.some((one) => one.id === id)
}

test('three failing runs pause a recipe and tell its creator why; one passing test resumes it', async () => {
  const { creator, id } = await world.publish()
  await world.failThrice(id)
  await world.untilFailing(id)
  const seen = await world.view(id)
  expect(seen).toMatchObject({ paused: true, not_for_sale: expect.stringContaining('failed') })
  const refused = await remix(new Visitor(world.app.url), id)
  expect([refused.status, refused.body.error]).toEqual([409, seen.not_for_sale])

  expect(await isInDiscover(id)).toBe(false)

  const own = await world.view(id, creator)
  expect(own).toMatchObject({ state: 'listed', failing: true })
  expect(own).not.toHaveProperty('paused')
  const ill = await world.healthOf(creator, id)
  expect(ill.pauses).toMatchObject([
    { version: 1, failed: 3, judged: 3, step: 'draw', ended_at: null, ended_by: null },
  ])
  expect(ill.pauses[0]?.message).toContain('has a problem')
  expect(ill.failing_since).toBe(ill.pauses[0]?.began_at)
  const [news] = await world.toldOf(id)
  expect(news).toMatchObject({ kind: 'workflow_failing', link: { path: `/studio/recipes/${id}` } })
  expect(news?.body.join(' ')).toContain('at step “draw”: The generator has a problem')

  expect((await world.testOnce(creator, id)).status).toBe('FAILED')
  expect((await world.view(id)).failing).toBe(true)
  world.vendor.fault = undefined
  expect((await world.testOnce(creator, id)).status).toBe('COMPLETED')
  await world.untilWorking(id)
  expect(await world.healthOf(creator, id)).toMatchObject({
    failing_since: null,
    pauses: [{ ended_by: 'test', ended_at: expect.any(String) }],
  })
  expect((await world.toldOf(id)).map(({ kind }) => kind)).toEqual([
    'workflow_works',
    'workflow_failing',
  ])
  expect((await world.runToEnd(id)).job.status).toBe('COMPLETED')
  await expect.poll(() => isInDiscover(id)).toBe(true)
})

test('a buyer pays nothing for failed runs and can buy nothing in a pause; a run on an earlier authorisation resumes the recipe', async () => {
  const { creator, id } = await world.publish(300)
  const buyers = await Promise.all([1, 2, 3, 4].map(() => world.openCheckout(id)))
  const late = await world.openCheckout(id)
  for (const buyer of buyers) expect((await buyer.pay()).payment_status).toBe('paid')
  world.vendor.fault = 'provider_down'
  for (const { buyer, session } of buyers.slice(0, 3)) {
    expect((await world.runToEnd(id, buyer, session)).job.status).toBe('FAILED')
  }
  await world.untilFailing(id)
  const closed = await world.openCheckout(id)
  expect([closed.status, closed.error]).toEqual([409, (await world.view(id)).not_for_sale])
  const paid = await late.pay()
  expect(paid.payment_status).toBe('unpaid')
  expect((await remix(late.buyer, id, { session_id: late.session })).status).toBe(409)

  world.vendor.fault = undefined
  const [, , , fourth] = buyers
  if (!fourth) throw new Error('there are four buyers')
  const { job } = await world.runToEnd(id, fourth.buyer, fourth.session)
  expect(job.status).toBe('COMPLETED')
  await runSweepHealth(world.app.ctx)
  expect(await world.healthOf(creator, id)).toMatchObject({
    failing_since: null,
    pauses: [{ ended_by: 'run' }],
  })
  const sold = await world.app.ctx.db
    .select({ state: payments.state, captured: payments.captured })
    .from(payments)
    .where(
      and(
        eq(payments.workflowId, id),
        inArray(payments.state, ['capture_requested', 'captured', 'capture_failed']),
      ),
    )
  expect(sold).toHaveLength(1)
  expect(await receiptOf(fourth.buyer, job.result.id)).not.toBeNull()
  const afterwards = await world.openCheckout(id)
  expect((await afterwards.pay()).payment_status).toBe('paid')
})

test('of ten purchases that race the pause none is authorised once the pause stands', async () => {
  const { id } = await world.publish(300)
  const early = await Promise.all([1, 2, 3].map(() => world.openCheckout(id)))
  for (const buyer of early) await buyer.pay()
  const racing = await Promise.all(TEN.map(() => world.openCheckout(id)))
  world.vendor.fault = 'provider_down'
  for (const { buyer, session } of early.slice(0, 2)) await world.runToEnd(id, buyer, session)
  const [, , third] = early
  const failed = world.runToEnd(id, third?.buyer, third?.session)
  const paying = racing.map((checkout) => checkout.pay())
  await failed
  await runCheckHealth(world.app.ctx, { workflowId: id })
  const before = await world.listAuthorized(id)
  await Promise.all(paying)
  const after = await world.listAuthorized(id)
  expect(before).toEqual(expect.arrayContaining(after))
})

test('ten runs that fail at once, at two workers, make one pause and one notice', async () => {
  const { id } = await world.publish()
  world.vendor.fault = 'provider_down'
  const jobs = await Promise.all(TEN.map(() => world.runToEnd(id)))
  expect(jobs.map(({ job }) => job.status)).toEqual(TEN.map(() => 'FAILED'))
  await Promise.all([
    ...TEN.map(() => runCheckHealth(world.app.ctx, { workflowId: id })),
    ...TEN.map(() => runCheckHealth(world.other.ctx, { workflowId: id })),
  ])
  const pauses = await world.app.ctx.db
    .select()
    .from(healthPauses)
    .where(eq(healthPauses.workflowId, id))
  expect(pauses).toHaveLength(1)
  expect(await world.toldOf(id)).toHaveLength(1)
})

test('two and ten checks at once resume a recipe once', async () => {
  for (const many of [2, 10]) {
    const { creator, id } = await world.publish()
    await world.failThrice(id)
    await world.untilFailing(id)
    world.vendor.fault = undefined
    await world.testOnce(creator, id)
    await Promise.all(
      Array.from({ length: many }, (_, at) =>
        runCheckHealth((at % 2 ? world.app : world.other).ctx, { workflowId: id }),
      ),
    )
    expect((await world.toldOf(id)).map(({ kind }) => kind)).toEqual([
      'workflow_works',
      'workflow_failing',
    ])
  }
})

test('a vendor that fails each third call pauses the recipe from ten runs on', async () => {
  const { creator, id } = await world.publish()
  world.vendor.failing = (call) => call % 3 === 0
  for (let time = 0; time < 9; time++) {
    await world.runToEnd(id)
    await runCheckHealth(world.app.ctx, { workflowId: id })
    expect((await world.view(id)).failing).toBeUndefined()
  }
  for (let time = 0; time < 3; time++) await world.runToEnd(id)
  await world.untilFailing(id)
  expect((await world.healthOf(creator, id)).pauses).toMatchObject([{ failed: 4, judged: 12 }])

  world.vendor.failing = undefined
  await world.testOnce(creator, id)
  await world.untilWorking(id)
  // Failures from before the pause no longer count.
  world.vendor.fault = 'provider_down'
  for (let time = 0; time < 2; time++) await world.runToEnd(id)
  await runCheckHealth(world.app.ctx, { workflowId: id })
  expect((await world.view(id)).failing).toBeUndefined()
})

test('refused inputs, failures of one person alone, and the creator’s own failures do not pause a recipe', async () => {
  const { creator, id } = await world.publish()
  world.vendor.fault = 'no_person'
  for (let time = 0; time < 4; time++) await world.runToEnd(id)
  // Values that a buyer chose can make a step too dear, or its params invalid.
  for (const fault of ['provider_rejected', 'params_invalid', 'cost_exceeded']) {
    world.vendor.fault = fault
    const stubborn = new Visitor(world.app.url)
    for (let time = 0; time < 5; time++) await world.runToEnd(id, stubborn)
    await runCheckHealth(world.app.ctx, { workflowId: id })
    expect((await world.view(id)).failing).toBeUndefined()
    world.vendor.fault = undefined
    await world.runToEnd(id)
  }
  world.vendor.fault = 'provider_down'
  for (let time = 0; time < 4; time++) await world.runToEnd(id, creator)
  await runCheckHealth(world.app.ctx, { workflowId: id })
  expect((await world.view(id)).failing).toBeUndefined()
})

test('three visitors who pay with one card do not pause a recipe by odd inputs, three cards do', async () => {
  const { id } = await world.publish(300)
  const [same, second, third] = ['4242424242424242', '5555555555554444', '2223003122003222']
  const cards = [same, same, same, second, third]
  const buyers = await Promise.all(cards.map(() => world.openCheckout(id)))
  for (const [at, checkout] of buyers.entries()) await checkout.pay(cards[at])
  world.vendor.fault = 'provider_rejected'
  const fail = async (some: typeof buyers) => {
    for (const { buyer, session } of some) await world.runToEnd(id, buyer, session)
    await runCheckHealth(world.app.ctx, { workflowId: id })
  }
  await fail(buyers.slice(0, 3))
  expect((await world.view(id)).failing).toBeUndefined()
  await fail(buyers.slice(3))
  expect((await world.view(id)).failing).toBe(true)
})

test('a new version ends the pause of the version before, and its failures are counted from zero', async () => {
  const { creator, id } = await world.publish()
  await world.failThrice(id)
  await world.untilFailing(id)
  const next = recipeFor(creator.anonymousId)
  const { status } = await creator.call('PUT', `/workflows/${id}`, { ...next, name: 'Better' })
  expect(status).toBe(200)
  expect(await world.view(id)).not.toHaveProperty('failing')
  expect((await world.healthOf(creator, id)).pauses).toMatchObject([{ ended_by: 'version' }])
  await runSweepHealth(world.app.ctx)
  expect((await world.healthOf(creator, id)).pauses).toMatchObject([
    { version: 1, ended_by: 'version', ended_at: expect.any(String) },
  ])
  await world.failThrice(id)
  await world.untilFailing(id)
  expect((await world.healthOf(creator, id)).pauses).toMatchObject([
    { version: 2, ended_by: null },
    { version: 1, ended_by: 'version' },
  ])
  expect((await world.toldOf(id)).map(({ kind }) => kind)).toEqual([
    'workflow_failing',
    'workflow_failing',
  ])
})

test('a test that takes products over resumes nothing', async () => {
  const { creator, id } = await world.publish()
  const first = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { wish: 'boat' },
  })
  await ended(creator, first.body.job_id)
  await world.failThrice(id)
  await world.untilFailing(id)
  // This test takes its only step over from the test before.
  const again = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { wish: 'boat' },
    reuse_from: first.body.job_id,
  })
  expect((await ended(creator, again.body.job_id)).status).toBe('COMPLETED')
  await runSweepHealth(world.app.ctx)
  expect((await world.view(id)).failing).toBe(true)
})
