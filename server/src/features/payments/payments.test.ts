import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { codeOf, lifetimeOf, newPeople } from '../../../test/support/money/people.ts'
import { inTransaction } from '../../ctx.ts'
import { identityEvents } from '../identity/index.ts'
import { listLedgerLines } from '../ledger/queries.ts'
import { performCapture } from './capture/capture.ts'
import { findOpenPayment } from './checkout/authorisation.ts'
import { getPaymentSession } from './checkout/payment-session.ts'
import { getEarnings } from './get-earnings.ts'
import { getReceipt } from './receipt.ts'
import { exportSales } from './sales/export-sales.ts'

const HOUR = 3_600_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const people = () => newPeople(world)

test('a buyer whose run fails and is tried again is charged once, after the delivery', async () => {
  const { buyer, creator, recipe } = await people()
  const authorized = await world.authorize({ buyer, recipe })
  expect(authorized.state).toBe('authorized')
  const first = await world.startRun(buyer, recipe)
  await world.fail(first)
  const failed = ['provider_cost provider_costs 5', 'provider_cost provider_payables -5']
  const posted = async () =>
    (await listLedgerLines(world.ctx, { paymentId: authorized.id })).map(
      ({ kind, account, amount }) => `${kind} ${account} ${amount}`,
    )
  expect(await posted()).toEqual(failed)
  const open = await findOpenPayment(actAs(world.ctx, buyer), recipe.workflowId)
  expect(open).toMatchObject({ session_id: authorized.sessionId, payment: { state: 'authorized' } })
  const second = await world.startRun(buyer, recipe, authorized.sessionId ?? undefined)
  const creationId = await world.deliver(second)
  expect((await world.payment(authorized.id)).state).toBe('capture_requested')
  await performCapture(world.ctx, authorized.id)
  await performCapture(world.ctx, authorized.id)
  await world.processEvents()
  expect(await world.payment(authorized.id)).toMatchObject({ state: 'captured', captured: 300 })
  expect(await lifetimeOf(world, creator.id)).toBe(210)
  expect(await posted()).toEqual([
    ...failed,
    'provider_cost provider_costs 5',
    'provider_cost provider_payables -5',
    'capture gateway 300',
    'capture creator -210',
    'capture platform -90',
    'processor_fee processor_fees 39',
    'processor_fee gateway -39',
  ])
  const { receipt } = await getReceipt(actAs(world.ctx, buyer), creationId)
  expect(receipt).toMatchObject({
    state: 'captured',
    workflow_version: 1,
    creator_share: 210,
    platform_share: 90,
    test_mode: true,
    next: '$3.00 was charged. There are no further charges.',
  })
  expect(await getReceipt(actAs(world.ctx, creator), creationId)).toEqual({
    receipt: null,
    creation_id: null,
  })
})

test('a declined card leaves the checkout open for another card', async () => {
  const { buyer, recipe } = await people()
  const session = await world.checkout({ buyer, recipe })
  const verdict = await world.sandbox.pay(session, {
    number: '4000000000009995',
    expiry: '12/34',
    cvc: '123',
  })
  expect(verdict).toMatchObject({ message: 'Your card has insufficient funds.' })
  await world.processEvents()
  const asked = await getPaymentSession(actAs(world.ctx, buyer), session)
  expect(asked).toMatchObject({ payment_status: 'unpaid', status: 'created' })
  expect(await codeOf(world.startRun(buyer, recipe, session))).toBe(
    'payment_required: The checkout of $3.00 has not been paid yet.',
  )
})

test('a return before any webhook asks the gateway, and restores the inputs that the browser lost', async () => {
  const { buyer, recipe } = await people()
  const sessionId = await world.checkout({ buyer, recipe, inputs: { name: 'Ada' } })
  await world.sandbox.pay(sessionId, { number: '4242424242424242', expiry: '12/34', cvc: '123' })
  expect(await getPaymentSession(actAs(world.ctx, buyer), sessionId)).toMatchObject({
    payment_status: 'paid',
    metadata: { workflow_id: recipe.workflowId },
    amount_total: 300,
    user_inputs: { name: 'Ada' },
    job_id: null,
  })
})

test('ten captures and ten doubled webhooks at once charge and post once', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await Promise.all([
    ...Array.from({ length: 10 }, () => performCapture(world.ctx, paid.id)),
    ...Array.from({ length: 3 }, () => world.processEvents()),
  ])
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ state: 'captured', captured: 300 })
  expect(await lifetimeOf(world, creator.id)).toBe(210)
})

test('an authorisation that lapsed during a run keeps the creation and credits no creator', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const run = await world.startRun(buyer, recipe)
  world.clock.advance(8 * 24 * HOUR)
  await world.processEvents()
  expect((await world.payment(paid.id)).state).toBe('authorized')
  await world.deliver(run)
  await performCapture(world.ctx, paid.id)
  expect(await world.payment(paid.id)).toMatchObject({ state: 'capture_failed', captured: 0 })
  expect(await lifetimeOf(world, creator.id)).toBe(0)
})

test('signing in moves payments, sums earnings and rewrites no posting', async () => {
  const visitor = await world.newPrincipal('visitor')
  const account = await world.newPrincipal()
  const recipe = recipeOf(visitor)
  const buyer = await world.newPrincipal('visitor')
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const before = await listLedgerLines(world.ctx, { ownerIds: [visitor.id] })
  expect(before[0]?.account).toBe('unclaimed')
  const owned = await world.authorize({ buyer: visitor, recipe })
  await inTransaction(world.ctx, (tx) =>
    identityEvents.visitorClaimed.emit(tx, { from: visitor.id, to: account.id }),
  )
  await world.database.pool.query('update principals set claimed_by = $1 where id = $2', [
    account.id,
    visitor.id,
  ])
  expect(await listLedgerLines(world.ctx, { ownerIds: [visitor.id] })).toEqual(before)
  const as = actAs(world.ctx, account)
  expect(await getEarnings(as)).toMatchObject({
    pending: 210,
    available: 0,
    lifetime: 210,
    recipes: [
      {
        workflow_id: recipe.workflowId,
        name: 'Portrait',
        sales: 1,
        gross: 300,
        tax: 0,
        earned: 210,
      },
    ],
  })
  expect((await getEarnings(as)).days.at(-1)).toMatchObject({ earned: 210, sales: 1 })
  expect((await getEarnings(as)).days).toHaveLength(30)
  expect(await exportSales(as, {})).toMatch(/,Portrait,.*,pending,3\.00,.*,2\.10,usd,test:sandbox,/)
  expect((await findOpenPayment(as, recipe.workflowId)).payment?.id).toBe(owned.id)
})

test('the database refuses a charge without delivery and a state change outside the allowed moves', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const refuses = (set: string, why: RegExp) =>
    expect(
      world.database.pool.query(`update payments set ${set} where id = $1`, [paid.id]),
    ).rejects.toThrow(why)
  await refuses(`state = 'captured', captured = 300`, /cannot become captured/)
  await refuses(`captured = 300`, /payments_captured_when/)
  await refuses(`state = 'capture_requested'`, /payments_delivered/)
  await refuses(`amount = 200`, /agreed at checkout/)
  await refuses(`state = 'created'`, /cannot become created/)
  await expect(world.database.pool.query('delete from payment_events')).rejects.toThrow(
    /append-only/,
  )
})
