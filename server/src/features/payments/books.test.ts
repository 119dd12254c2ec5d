import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { codeOf, newPeople } from '../../../test/support/money/people.ts'
import { type StripeStandIn, startStripe } from '../../../test/support/money/start-stripe.ts'
import { type Ctx, inTransaction, type Principal } from '../../ctx.ts'
import { createStripeGateway } from '../../providers/payments/stripe/create-stripe-gateway.ts'
import { listLedgerLines } from '../ledger/queries.ts'
import { performCapture } from './capture/capture.ts'
import { performRelease } from './capture/release-payment.ts'
import { findOpenPayment, findPaidRun, findPurchase } from './checkout/authorisation.ts'
import { attachJob, claimPayment } from './checkout/claim-payment.ts'
import { getPaymentSession } from './checkout/payment-session.ts'
import { getEarnings } from './get-earnings.ts'
import { describeOtherBooks } from './reconcile/other-books.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { sweepPayments } from './reconcile/sweep-payments.ts'
import { refundPayment } from './refunds/request-refund.ts'
import { exportSales } from './sales/export-sales.ts'

const DAY = 86_400_000

let stripe: StripeStandIn
let world: MoneyWorld
/** The same installation, started with Stripe's test keys, and then with live keys only. */
let withStripe: Ctx
let live: Ctx
beforeAll(async () => {
  stripe = await startStripe()
  world = await createMoneyWorld()
  const gateway = createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
  })
  withStripe = { ...world.ctx, gateway, otherGateways: [world.sandbox] }
  live = { ...world.ctx, gateway: { ...gateway, testMode: false }, otherGateways: [] }
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})

const claim = (ctx: Ctx, buyer: Principal, recipe: ReturnType<typeof recipeOf>, sessionId = '') =>
  codeOf(inTransaction(ctx, (tx) => claimPayment(tx, { buyer, recipe, sessionId })))

test('a server that changes to Stripe releases test money, and test money pays for no run', async () => {
  const { buyer, creator, recipe } = await newPeople(world)
  const sold = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, sold.id)
  const second = recipeOf(creator)
  const busy = await world.authorize({ buyer, recipe: second })
  const job = await world.startRun(buyer, second)
  const unused = await world.authorize({ buyer, recipe })
  const third = recipeOf(creator)
  await world.checkout({ buyer, recipe: third })
  const sessionId = unused.sessionId ?? ''

  expect(await describeOtherBooks(world.ctx)).toEqual([])
  expect(await describeOtherBooks(withStripe)).toEqual([
    'Payments are in the book test:stripe now. Open in test:sandbox: 2 authorized ($6.00), 1 created ($3.00). Checkouts are ended and unused authorisations released within minutes; a run under way ends in its own book.',
  ])
  const as = actAs(withStripe, buyer)
  const want = { buyer, workflowId: recipe.workflowId }
  expect(await findPaidRun(withStripe, want)).toBeUndefined()
  expect(await findPaidRun(withStripe, { ...want, sessionId })).toBeUndefined()
  expect(await claim(withStripe, buyer, recipe)).toMatch(/^payment_required/)
  expect(await claim(withStripe, buyer, recipe, sessionId)).toContain(
    'before payments here changed',
  )
  expect((await findOpenPayment(as, recipe.workflowId)).payment).toBeNull()
  expect(await findPurchase(as, second.workflowId)).toBeUndefined()
  expect((await getPaymentSession(as, sessionId)).payment_status).toBe('unpaid')

  await sweepPayments(withStripe)
  expect((await performRelease(withStripe, unused.id))?.state).toBe('released')
  expect((await world.sandbox.find({ sessionId }))?.state).toBe('released')
  expect(await describeOtherBooks(withStripe)).toHaveLength(1)
  await world.deliver(job)
  await performCapture(withStripe, busy.id)
  expect((await world.payment(busy.id)).state).toBe('captured')
  const lines = await listLedgerLines(withStripe, { paymentId: busy.id })
  expect(new Set(lines.map(({ book }) => book))).toEqual(new Set(['test:sandbox']))
  expect(await describeOtherBooks(withStripe)).toEqual([])
  expect((await reconcile(withStripe)).differences).toEqual([])

  expect(await getEarnings(actAs(world.ctx, creator))).toMatchObject({
    lifetime: 420,
    test_mode: true,
  })
  for (const [ctx, test_mode] of [
    [withStripe, true],
    [live, false],
  ] as const) {
    const seen = actAs(ctx, creator)
    const nothing = { pending: 0, available: 0, lifetime: 0, recipes: [], test_mode }
    expect(await getEarnings(seen)).toMatchObject(nothing)
    expect((await exportSales(seen, {})).trimEnd().split('\r\n')).toHaveLength(1)
  }
})

test('open payments of a book without keys stay unchanged, are reported, and cannot be refunded', async () => {
  const { buyer, recipe } = await newPeople(world)
  const captured = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, captured.id)
  const asked = await world.deliverPaid({ buyer, recipe })
  const unused = await world.authorize({ buyer, recipe })
  await performCapture(live, asked.id)
  await performRelease(live, unused.id)
  world.clock.advance(2 * DAY)
  await sweepPayments(live)
  expect((await world.payment(asked.id)).state).toBe('capture_requested')
  expect((await world.payment(unused.id)).state).toBe('authorized')
  expect(await describeOtherBooks(live)).toEqual([
    'Payments are in the book live now. Open in test:sandbox: 1 authorized ($3.00), 1 capture_requested ($3.00). No run can use them. This server has no keys for that book: start it with them once more, or settle these payments at the gateway. Until then `reconcile` reports them.',
  ])
  const { differences } = await reconcile(live)
  expect(differences.map(({ kind, paymentId, book }) => [kind, paymentId, book])).toEqual([
    ['out_of_reach', asked.id, 'test:sandbox'],
    ['out_of_reach', unused.id, 'test:sandbox'],
  ])
  expect(await codeOf(refundPayment(live, { paymentId: captured.id, reason: 'x' }))).toContain(
    'no keys for',
  )
  // With its keys restored, the book continues.
  await performCapture(world.ctx, asked.id)
  await sweepPayments(world.ctx)
  expect((await performRelease(world.ctx, unused.id))?.state).toBe('released')
  expect((await reconcile(world.ctx)).differences).toEqual([])
})

test("a payment's book cannot change", async () => {
  const { buyer, recipe } = await newPeople(world)
  const { id } = await world.authorize({ buyer, recipe })
  for (const change of [`test_mode = false`, `gateway = 'stripe'`]) {
    await expect(
      world.database.pool.query(`update payments set ${change} where id = '${id}'`),
    ).rejects.toThrow('the book of a payment cannot change')
  }
  expect((await world.payment(id)).book).toBe('test:sandbox')
})

test('ten runs at once under the new gateway claim no payment of the old book', async () => {
  const { buyer, recipe } = await newPeople(world)
  const { id } = await world.authorize({ buyer, recipe })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      codeOf(
        inTransaction(withStripe, async (tx) => {
          const payment = await claimPayment(tx, { buyer, recipe })
          await attachJob(tx, { paymentId: payment.id, jobId: payment.id })
        }),
      ),
    ),
  )
  for (const answer of answers) expect(answer).toMatch(/^payment_required/)
  expect((await world.payment(id)).jobId).toBeNull()
})
