import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { codeOf, newPeople } from '../../../../test/support/money/people.ts'
import { inTransaction } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { identityEvents } from '../../identity/index.ts'
import { listLedgerLines } from '../../ledger/queries.ts'
import { findOpenPayment, findPaidRun } from '../checkout/authorisation.ts'
import { sweepPayments } from '../reconcile/sweep-payments.ts'
import { releasePayment } from './release-payment.ts'

const HOUR = 3_600_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const people = () => newPeople(world)

test('an unused authorisation is released after 24 hours, and a used one is not', async () => {
  const { buyer, recipe } = await people()
  const unused = await world.authorize({ buyer, recipe })
  const used = await world.authorize({ buyer, recipe: { ...recipe, workflowId: newId() } })
  await world.startRun(buyer, { ...recipe, workflowId: used.workflowId })
  world.clock.advance(24 * HOUR - 1000)
  await sweepPayments(world.ctx)
  expect((await world.payment(unused.id)).state).toBe('authorized')
  world.clock.advance(2000)
  await sweepPayments(world.ctx)
  expect((await world.payment(unused.id)).state).toBe('release_requested')
  expect((await world.payment(used.id)).state).toBe('authorized')
})

test('a failed run restarts the 24 hours', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  world.clock.advance(20 * HOUR)
  const run = await world.startRun(buyer, recipe)
  await world.fail(run)
  world.clock.advance(20 * HOUR)
  await sweepPayments(world.ctx)
  expect((await world.payment(paid.id)).state).toBe('authorized')
})

test('the last of several failed runs restarts the 24 hours', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  for (let run = 0; run < 4; run++) {
    world.clock.advance(20 * HOUR)
    await sweepPayments(world.ctx)
    await world.fail(await world.startRun(buyer, recipe))
  }
  world.clock.advance(23.9 * HOUR)
  await sweepPayments(world.ctx)
  expect((await world.payment(paid.id)).state).toBe('authorized')
  world.clock.advance(0.2 * HOUR)
  await sweepPayments(world.ctx)
  expect((await world.payment(paid.id)).state).toBe('release_requested')
})

test('failed runs that cost more than a sale leaves end the payment, with a reason', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  // The creator gets $2.10 of the $3.00, and the card network $0.39.
  await world.fail(await world.startRun(buyer, recipe), 51)
  expect((await world.payment(paid.id)).state).toBe('authorized')
  await world.fail(await world.startRun(buyer, recipe), 52)
  expect(await world.payment(paid.id)).toMatchObject({ state: 'release_requested', jobId: null })
  expect(await codeOf(world.startRun(buyer, recipe, paid.sessionId ?? ''))).toBe(
    'payment_required: Too many tries on this payment ended without a creation, so it was released and nothing was charged. Please pay again.',
  )
})

test('failed runs without a cost never end a payment, even where a sale would leave nothing', async () => {
  const { buyer, creator } = await people()
  const cheap = recipeOf(creator, 50)
  const paid = await world.authorize({ buyer, recipe: cheap })
  await world.fail(await world.startRun(buyer, cheap), 0)
  expect((await world.payment(paid.id)).state).toBe('authorized')
})

test('an authorisation that would expire during a run pays for none, is released, and is replaced by a new payment', async () => {
  const { buyer, recipe } = await people()
  for (const named of [true, false]) {
    const paid = await world.authorize({ buyer, recipe })
    const lapses = paid.captureBefore?.getTime() ?? 0
    const sessionId = named ? (paid.sessionId ?? '') : undefined
    const want = { buyer, workflowId: recipe.workflowId, sessionId }
    world.clock.advance(lapses - world.clock.now().getTime() - 2 * HOUR)
    expect(await findPaidRun(world.ctx, want)).toMatchObject({ paymentId: paid.id })
    world.clock.advance(2 * HOUR - 60_000)
    expect(await codeOf(world.startRun(buyer, recipe, sessionId))).toContain('payment_required')
    expect(await findPaidRun(world.ctx, want)).toBeUndefined()
    expect((await world.payment(paid.id)).state).toBe('release_requested')
    expect((await findOpenPayment(actAs(world.ctx, buyer), recipe.workflowId)).payment).toBeNull()
    expect(await codeOf(world.startRun(buyer, recipe, paid.sessionId ?? ''))).toBe(
      'payment_required: This payment was released and nothing was charged. Please pay again.',
    )
  }
})

test('the sweep releases authorisations that would expire during a run, and keeps those in use', async () => {
  const { buyer, recipe } = await people()
  const used = await world.authorize({ buyer, recipe })
  const run = await world.startRun(buyer, recipe)
  const lapses = used.captureBefore?.getTime() ?? 0
  world.clock.advance(lapses - world.clock.now().getTime() - 60_000)
  await sweepPayments(world.ctx)
  expect((await world.payment(used.id)).state).toBe('authorized')
  await world.database.pool.query('update payments set job_id = null where id = $1', [
    run.paymentId,
  ])
  await sweepPayments(world.ctx)
  expect((await world.payment(used.id)).state).toBe('release_requested')
})

test('the buyer releases at once; a second release changes nothing; a running job keeps the payment', async () => {
  const { buyer, recipe } = await people()
  const as = actAs(world.ctx, buyer)
  const paid = await world.authorize({ buyer, recipe })
  const run = await world.startRun(buyer, recipe)
  expect(await codeOf(releasePayment(as, paid.id))).toContain('A remix is using this payment')
  await world.fail(run)
  expect(await releasePayment(as, paid.id)).toMatchObject({ state: 'released' })
  expect(await releasePayment(as, paid.id)).toMatchObject({ state: 'released' })
  expect(await codeOf(world.startRun(buyer, recipe, paid.sessionId ?? ''))).toContain(
    'was released',
  )
  const lines = await listLedgerLines(world.ctx, { paymentId: paid.id })
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['provider_cost']))
})

test('a release and a claim that race give either a release or a run', async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, recipe } = await people()
    const paid = await world.authorize({ buyer, recipe })
    const [run, release] = await Promise.allSettled([
      world.startRun(buyer, recipe),
      releasePayment(actAs(world.ctx, buyer), paid.id),
    ])
    expect([run.status, release.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test("a deleted account's unused authorisations are released and its inputs deleted", async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  await inTransaction(world.ctx, (tx) =>
    identityEvents.accountDeleted.emit(tx, { principalId: buyer.id }),
  )
  expect(await world.payment(paid.id)).toMatchObject({
    state: 'release_requested',
    userInputs: null,
  })
})
