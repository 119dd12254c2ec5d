import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { runSweepHealth } from '../../src/features/studio/sweep-health.ts'
import { setFailing } from '../../src/features/workflows/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { jobs } from '../../src/schema/generation.ts'
import { healthPauses } from '../../src/schema/studio.ts'
import { recipeFor } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createHealthWorld, type HealthWorld, SOON } from '../support/health-world.ts'

let world: HealthWorld
beforeAll(async () => {
  world = await createHealthWorld()
})
afterAll(() => world.close())
beforeEach(() => world.vendor.mend())

/** Lets the next try of a failing recipe be due now. */
async function tryNow(id: string): Promise<void> {
  await world.app.ctx.db
    .update(healthPauses)
    .set({ nextTryAt: world.app.ctx.clock.now() })
    .where(eq(healthPauses.workflowId, id))
  await Promise.all([runSweepHealth(world.app.ctx), runSweepHealth(world.other.ctx)])
}

const triesOf = (id: string) =>
  world.app.ctx.db
    .select({ status: jobs.status, inputs: jobs.inputs, paymentId: jobs.paymentId })
    .from(jobs)
    .where(and(eq(jobs.workflowId, id), eq(jobs.runSource, 'check')))
    .orderBy(jobs.createdAt)

test('the server tests a failing recipe by itself, one test at a time, and the first test that delivers resumes the recipe', async () => {
  const { creator, id } = await world.publish(300)
  const own = await world.testOnce(creator, id)
  expect(own.status).toBe('COMPLETED')
  const buyers = await Promise.all([1, 2, 3].map(() => world.openCheckout(id)))
  for (const buyer of buyers) await buyer.pay()
  world.vendor.fault = 'provider_down'
  for (const { buyer, session } of buyers) await world.runToEnd(id, buyer, session)
  await world.untilFailing(id)
  expect((await world.healthOf(creator, id)).next_try).not.toBeNull()

  await tryNow(id)
  await expect
    .poll(async () => (await triesOf(id)).map(({ status }) => status), SOON)
    .toEqual(['FAILED'])
  expect((await world.view(id)).failing).toBe(true)
  const later = (await world.healthOf(creator, id)).next_try ?? ''
  expect(Date.parse(later)).toBeGreaterThan(world.app.ctx.clock.now().getTime() + 60_000)

  world.vendor.fault = undefined
  await tryNow(id)
  await world.untilWorking(id)
  expect(await triesOf(id)).toEqual([
    { status: 'FAILED', inputs: { wish: 'boat' }, paymentId: null },
    { status: 'COMPLETED', inputs: { wish: 'boat' }, paymentId: null },
  ])
  expect(await world.healthOf(creator, id)).toMatchObject({
    failing_since: null,
    next_try: null,
    pauses: [{ ended_by: 'check' }],
  })
})

test('the server tries a recipe with the recipe’s own ideas, and does not try a recipe that needs a file', async () => {
  const { id } = await world.publish()
  await world.failThrice(id)
  await world.untilFailing(id)
  await tryNow(id)
  await expect.poll(async () => (await triesOf(id)).length, SOON).toBe(1)
  expect((await triesOf(id))[0]?.inputs).toEqual({ wish: 'A small boat' })

  const creator = new Visitor(world.app.url)
  const film = { ...recipeFor(creator.anonymousId), inputs: [{ key: 'wish', type: 'image' }] }
  const steps = [
    { id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{wish}}' },
  ]
  const made = await creator.call<{ id: string }>('POST', '/workflows', { ...film, steps })
  expect(made.status).toBe(201)
  const photo = made.body.id
  await inTransaction(world.app.ctx, async (tx) => {
    await setFailing(tx, photo, tx.clock.now())
    await tx.db.insert(healthPauses).values({
      id: newId(),
      workflowId: photo,
      version: 1,
      failed: 3,
      judged: 3,
      code: 'provider_down',
      message: 'The generator has a problem at the moment.',
      beganAt: tx.clock.now(),
    })
  })
  await tryNow(photo)
  expect(await triesOf(photo)).toEqual([])
  expect(await world.healthOf(creator, photo)).toMatchObject({ next_try: null })
})
