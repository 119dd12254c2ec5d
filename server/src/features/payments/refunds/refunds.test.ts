import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
} from '../../../../test/support/money/create-money-world.ts'
import { codeOf, lifetimeOf, newPeople } from '../../../../test/support/money/people.ts'
import { listLedgerLines } from '../../ledger/queries.ts'
import { performCapture } from '../capture/capture.ts'
import { getReceipt } from '../receipt.ts'
import { settlePayment } from '../settle-payment.ts'
import { performRefund } from './perform-refund.ts'
import { refundPayment } from './request-refund.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const people = () => newPeople(world)

test('refunds in parts or whole never exceed the rest, ten at once', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const refund = (amount?: number) =>
    refundPayment(world.ctx, { paymentId: paid.id, amount, reason: 'test' })
  expect(await codeOf(refund(301))).toContain('between $0.01 and $3.00')
  const part = await refund(100)
  await Promise.all(Array.from({ length: 10 }, () => performRefund(world.ctx, part.id)))
  expect(await world.payment(paid.id)).toMatchObject({ refunded: 100 })
  expect(await lifetimeOf(world, creator.id)).toBe(140)
  const races = await Promise.allSettled(Array.from({ length: 10 }, () => refund(200)))
  const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []))
  expect(won).toHaveLength(1)
  await performRefund(world.ctx, won[0]?.id ?? '')
  expect(await codeOf(refund())).toContain('Nothing is left')
  expect(await lifetimeOf(world, creator.id)).toBe(0)
})

test('a dispute by a test card takes the share back at once, and a won dispute returns it', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe, card: '4000000000000259' })
  await performCapture(world.ctx, paid.id)
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ state: 'captured', disputed: 300 })
  expect(await lifetimeOf(world, creator.id)).toBe(0)
  expect(await codeOf(refundPayment(world.ctx, { paymentId: paid.id, reason: 'twice' }))).toContain(
    'Nothing is left',
  )
  const view = await world.sandbox.find({ sessionId: paid.sessionId ?? '' })
  await world.sandbox.closeDispute(view?.disputes[0]?.id ?? '', 'won')
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ disputed: 0 })
  expect(await lifetimeOf(world, creator.id)).toBe(210)
})

async function disputed(amount?: number) {
  const { buyer, creator, recipe } = await people()
  const { id } = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, id)
  const { sessionId } = await world.payment(id)
  const dispute = await world.sandbox.openDispute(sessionId ?? '', amount)
  await world.processEvents()
  const books = async () => {
    await world.processEvents()
    const { disputed } = await world.payment(id)
    return [disputed, await lifetimeOf(world, creator.id)]
  }
  return { id, sessionId: sessionId ?? '', dispute, books }
}

test('a lost dispute is won on appeal and lost again, and its amount changes', async () => {
  const { dispute, books } = await disputed(100)
  expect(await books()).toEqual([100, 140])
  await world.sandbox.closeDispute(dispute, 'lost')
  expect(await books()).toEqual([100, 140])
  await world.sandbox.closeDispute(dispute, 'won')
  expect(await books()).toEqual([0, 210])
  await world.sandbox.closeDispute(dispute, 'lost')
  expect(await books()).toEqual([100, 140])
  await world.sandbox.changeDispute(dispute, 300)
  expect(await books()).toEqual([300, 0])
})

test('a receipt shows a refund, a dispute, and the loss of a dispute', async () => {
  const { buyer, recipe } = await people()
  const { id, creationId } = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, id)
  const refund = await refundPayment(world.ctx, { paymentId: id, amount: 100, reason: 'a test' })
  await performRefund(world.ctx, refund.id)
  const { sessionId } = await world.payment(id)
  const dispute = await world.sandbox.openDispute(sessionId ?? '')
  const words = async () => {
    await world.processEvents()
    const { receipt } = await getReceipt(actAs(world.ctx, buyer), creationId ?? '')
    return [receipt?.next, receipt?.refunded, receipt?.disputed, receipt?.lost]
  }
  const refunded = '$3.00 was charged; $1.00 was refunded'
  expect(await words()).toEqual([`${refunded}, and $2.00 is disputed with your bank.`, 100, 200, 0])
  await world.sandbox.closeDispute(dispute, 'lost')
  const lost = '$2.00 was lost in a dispute and is yours again'
  expect(await words()).toEqual([`${refunded}, and ${lost}.`, 100, 200, 200])
  await world.sandbox.closeDispute(dispute, 'won')
  expect(await words()).toEqual(['$3.00 was charged and $1.00 refunded.', 100, 0, 0])
})

test('an old webhook of a dispute changes nothing: the gateway is asked again, ten at once', async () => {
  const { id, sessionId, dispute, books } = await disputed(100)
  const opened = await world.sandbox.find({ sessionId })
  await world.sandbox.closeDispute(dispute, 'lost')
  await books()
  const lost = await world.sandbox.find({ sessionId })
  await world.sandbox.closeDispute(dispute, 'won')
  await books()
  if (!opened || !lost) throw new Error('no such checkout')
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => settlePayment(world.ctx, id, at % 2 ? opened : lost)),
  )
  expect(await books()).toEqual([0, 210])
  const lines = await listLedgerLines(world.ctx, { paymentId: id })
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(
    new Set([
      'capture',
      'processor_fee',
      'provider_cost',
      'dispute_opened',
      'dispute_fee',
      'dispute_lost',
      'dispute_won',
    ]),
  )
})

test("a dispute's fee that comes late, rises or is returned posts its difference once", async () => {
  const { buyer, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const view = await world.sandbox.find({ sessionId: paid.sessionId ?? '' })
  if (!view) throw new Error('no such checkout')
  const posted = async () =>
    (await listLedgerLines(world.ctx, { paymentId: paid.id }))
      .filter(({ kind, account }) => kind === 'dispute_fee' && account === 'processor_fees')
      .map(({ amount }) => amount)
  const asked = { phase: 'needs_response' as const, reason: 'fraudulent', dueBy: null }
  const told = async (fee: number) => {
    const dispute = { id: `dp_${paid.id}`, amount: 300, state: 'opened' as const, fee, ...asked }
    // Each webhook arrives twice.
    for (let time = 0; time < 2; time++) {
      await settlePayment(world.ctx, paid.id, { ...view, disputes: [dispute] })
    }
  }
  await told(0)
  expect(await posted()).toEqual([])
  await told(1500)
  await told(2000)
  expect(await posted()).toEqual([1500, 500])
  await told(0)
  await told(1500)
  expect(await posted()).toEqual([1500, 500, -2000, 1500])
})
