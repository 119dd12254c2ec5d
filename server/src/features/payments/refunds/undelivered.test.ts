import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
} from '../../../../test/support/money/create-money-world.ts'
import { codeOf, lifetimeOf, newPeople } from '../../../../test/support/money/people.ts'
import { newId } from '../../../platform/ids.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { listLedgerLines } from '../../ledger/queries.ts'
import { performCapture } from '../capture/capture.ts'
import { releasePayment } from '../capture/release-payment.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { settlePayment } from '../settle-payment.ts'
import { performRefund } from './perform-refund.ts'
import { listRefunds } from './refund.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

async function authorized() {
  const people = await newPeople(world)
  return { ...people, payment: await world.authorize(people) }
}

/** Captures at the gateway's own desk. */
const captureThere = ({ sessionId, intentId }: PaymentRow) =>
  world.sandbox.capture({ sessionId: sessionId ?? '', intentId }, 300, newId())

async function sumsOf(paymentId: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { account, amount } of await listLedgerLines(world.ctx, { paymentId })) {
    sums[account] = (sums[account] ?? 0) + amount
  }
  return sums
}

const about = async (paymentId: string) =>
  (await reconcile(world.ctx)).differences.filter((each) => each.paymentId === paymentId)

test('money captured elsewhere before any run is refunded in full, and its buyer is told', async () => {
  const { buyer, creator, recipe, payment } = await authorized()
  await captureThere(payment)
  const as = actAs(world.ctx, buyer)
  expect(await releasePayment(as, payment.id)).toMatchObject({
    state: 'captured_undelivered',
    next: '$3.00 was charged although nothing was delivered. It is being refunded in full; your bank may take some days to show it.',
  })
  expect(await sumsOf(payment.id)).toEqual({ gateway: 261, owed_back: -300, processor_fees: 39 })
  expect(await codeOf(world.startRun(buyer, recipe, payment.sessionId ?? ''))).toContain(
    'charged before a remix used it and is being refunded',
  )
  const [refund] = await listRefunds(world.ctx, payment.id)
  expect(refund).toMatchObject({ state: 'requested', amount: 300 })
  await performRefund(world.ctx, refund?.id ?? '')
  expect(await releasePayment(as, payment.id)).toMatchObject({
    next: '$3.00 was charged although nothing was delivered, and refunded in full.',
  })
  expect(await sumsOf(payment.id)).toEqual({ gateway: -39, owed_back: 0, processor_fees: 39 })
  expect(await lifetimeOf(world, creator.id)).toBe(0)
  expect(await about(payment.id)).toEqual([])
})

test('a foreign capture reported many times and at several processes requests one refund', async () => {
  const { payment } = await authorized()
  const view = await captureThere(payment)
  await Promise.all(Array.from({ length: 10 }, () => settlePayment(world.ctx, payment.id, view)))
  await world.processEvents()
  expect(await listRefunds(world.ctx, payment.id)).toHaveLength(1)
  expect(await sumsOf(payment.id)).toMatchObject({ owed_back: -300 })
})

test('reconciliation finds a foreign capture without a webhook and refunds it', async () => {
  const { payment } = await authorized()
  // Version 0.1 left payments so: the release was requested and its answer not understood.
  await world.database.pool.query(`update payments set state = 'release_requested' where id = $1`, [
    payment.id,
  ])
  await captureThere(payment)
  const kind = 'captured_without_delivery'
  expect(await about(payment.id)).toMatchObject([{ kind, ours: 'release_requested' }])
  const [refund] = await listRefunds(world.ctx, payment.id)
  expect(await about(payment.id)).toMatchObject([{ kind, ours: 'captured_undelivered' }])
  await performRefund(world.ctx, refund?.id ?? '')
  expect(await about(payment.id)).toEqual([])
})

test('a foreign capture pays for the running job, and is refunded where the job fails', async () => {
  const delivered = await authorized()
  const run = await world.startRun(delivered.buyer, delivered.recipe)
  await settlePayment(world.ctx, run.paymentId, await captureThere(delivered.payment))
  await world.deliver(run)
  await performCapture(world.ctx, run.paymentId)
  expect((await world.payment(run.paymentId)).state).toBe('captured')
  expect(await lifetimeOf(world, delivered.creator.id)).toBe(210)

  const failed = await authorized()
  const other = await world.startRun(failed.buyer, failed.recipe)
  await settlePayment(world.ctx, other.paymentId, await captureThere(failed.payment))
  expect((await world.payment(other.paymentId)).state).toBe('authorized')
  await world.fail(other)
  expect(await about(other.paymentId)).toMatchObject([{ kind: 'captured_without_delivery' }])
  expect(await world.payment(other.paymentId)).toMatchObject({
    state: 'captured_undelivered',
    captured: 300,
  })
})

test('money that a bank takes by a dispute leaves nothing to refund', async () => {
  const { payment } = await authorized()
  await captureThere(payment)
  const dispute = await world.sandbox.openDispute(payment.sessionId ?? '')
  await world.processEvents()
  expect(await listRefunds(world.ctx, payment.id)).toEqual([])
  expect(await sumsOf(payment.id)).toMatchObject({ owed_back: 0, contested: 300 })
  await world.sandbox.closeDispute(dispute, 'won')
  await world.processEvents()
  expect(await listRefunds(world.ctx, payment.id)).toMatchObject([{ amount: 300 }])
})
