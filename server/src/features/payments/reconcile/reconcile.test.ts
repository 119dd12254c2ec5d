import type { Kinds } from '@vignette/stripe-sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { newId } from '../../../platform/ids.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { performCapture } from '../capture/capture.ts'
import { paymentCommands } from '../cli.ts'
import { performRefund } from '../refunds/perform-refund.ts'
import { refundPayment } from '../refunds/request-refund.ts'
import type { Difference } from './difference.ts'
import { reconcile } from './reconcile.ts'

const HOUR = 3_600_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

async function authorize(): Promise<PaymentRow> {
  const buyer = await world.newPrincipal('visitor')
  return world.authorize({ buyer, recipe: recipeOf(await world.newPrincipal()) })
}

async function deliver(): Promise<PaymentRow> {
  const buyer = await world.newPrincipal('visitor')
  return world.deliverPaid({ buyer, recipe: recipeOf(await world.newPrincipal()) })
}

async function sell(): Promise<PaymentRow> {
  const { id } = await deliver()
  await performCapture(world.ctx, id)
  return world.payment(id)
}

/** Changes the gateway's books directly, as a defect of the gateway or the server would. */
const changeSession = ({ sessionId }: PaymentRow, set: Partial<Kinds['checkout.session']>) =>
  world.sandbox.sandbox.change('checkout.session', sessionId ?? '', set)

const changeIntent = ({ intentId }: PaymentRow, set: Partial<Kinds['payment_intent']>) =>
  world.sandbox.sandbox.change('payment_intent', intentId ?? '', set)

interface Seed {
  kind: Difference['kind']
  what: string
  prepare: () => Promise<PaymentRow>
  /** Runs after all cases are prepared, since preparing a case processes all webhooks so far. */
  spoil?: (payment: PaymentRow) => Promise<unknown>
  /** The gateway's answer alone settles the difference. */
  mended?: true
}

const SEEDS: Seed[] = [
  {
    kind: 'unknown_to_gateway',
    what: 'a checkout that the gateway has lost',
    prepare: authorize,
    spoil: ({ sessionId }) =>
      world.database.pool.query('delete from stripe_sandbox.checkout_sessions where id = $1', [
        sessionId,
      ]),
  },
  {
    kind: 'state',
    what: 'an authorisation that the gateway let go in silence',
    prepare: authorize,
    spoil: (payment) => changeIntent(payment, { status: 'canceled' }),
    mended: true,
  },
  {
    kind: 'amount',
    what: 'another amount',
    prepare: sell,
    spoil: (payment) => changeSession(payment, { amount_total: 301 }),
  },
  {
    kind: 'currency',
    what: 'another currency',
    prepare: sell,
    spoil: (payment) => changeSession(payment, { currency: 'eur' }),
  },
  {
    kind: 'captured',
    what: 'a capture of another amount',
    prepare: sell,
    spoil: (payment) => changeIntent(payment, { amount_received: 299 }),
  },
  {
    kind: 'captured_without_delivery',
    what: 'money taken though nothing was delivered',
    prepare: authorize,
    spoil: ({ sessionId, intentId }) =>
      world.sandbox.capture({ sessionId: sessionId ?? '', intentId }, 300, newId()),
  },
  {
    kind: 'refunded',
    what: 'a refund made at the gateway’s own desk, unheard of here',
    prepare: sell,
    spoil: ({ sessionId, intentId }) =>
      world.sandbox.refund(
        { sessionId: sessionId ?? '', intentId },
        { refundId: newId(), amount: 50, idempotencyKey: newId() },
      ),
    mended: true,
  },
  {
    kind: 'disputed',
    what: 'a dispute unheard of here',
    prepare: sell,
    spoil: ({ sessionId }) => world.sandbox.openDispute(sessionId ?? ''),
    mended: true,
  },
  {
    kind: 'disputed',
    what: 'a dispute that ended without our hearing of it',
    prepare: async () => {
      const payment = await sell()
      await world.sandbox.openDispute(payment.sessionId ?? '')
      await world.processEvents()
      return payment
    },
    spoil: async ({ sessionId }) => {
      const view = await world.sandbox.find({ sessionId: sessionId ?? '' })
      await world.sandbox.closeDispute(view?.disputes[0]?.id ?? '', 'lost')
    },
    mended: true,
  },
  {
    kind: 'disputed',
    what: 'a lost dispute that was won on appeal, which version 0.1 could not book',
    prepare: async () => {
      const payment = await sell()
      await world.sandbox.closeDispute(
        await world.sandbox.openDispute(payment.sessionId ?? ''),
        'lost',
      )
      await world.processEvents()
      return payment
    },
    spoil: async ({ sessionId }) => {
      const view = await world.sandbox.find({ sessionId: sessionId ?? '' })
      await world.sandbox.closeDispute(view?.disputes[0]?.id ?? '', 'won')
    },
    mended: true,
  },
  {
    kind: 'ledger',
    what: 'a refund that its row knows of and the ledger does not',
    prepare: sell,
    spoil: ({ id }) =>
      world.database.pool.query(
        `insert into payment_refunds (id, payment_id, amount, state, reason, created_at)
         values ($1, $2, 50, 'succeeded', 'a fault', now())`,
        [newId(), id],
      ),
  },
  { kind: 'stuck', what: 'a capture that nobody carries out', prepare: deliver },
  {
    kind: 'stuck',
    what: 'a refund that nobody carries out',
    prepare: sell,
    spoil: ({ id }) => refundPayment(world.ctx, { paymentId: id, amount: 50, reason: 'a test' }),
  },
]

test('matching books give no difference', async () => {
  await authorize()
  const sold = await sell()
  await performRefund(
    world.ctx,
    (await refundPayment(world.ctx, { paymentId: sold.id, amount: 100, reason: 'a test' })).id,
  )
  await world.processEvents()
  expect(await reconcile(world.ctx)).toEqual({ compared: 2, differences: [] })
  const command = paymentCommands.find(({ name }) => name === 'reconcile')
  expect(await command?.run(world.ctx, [])).toBe(
    '2 checkouts compared in test:sandbox: no difference.',
  )
})

test('a seeded difference of each kind is found, stored and shown, and no other', async () => {
  const seeded = new Map<string, string>()
  const spoilers: (() => Promise<unknown>)[] = []
  for (const { kind, what, prepare, spoil, mended } of SEEDS) {
    const payment = await prepare()
    seeded.set(payment.id, `${kind}${mended ? ' put right' : ''}: ${what}`)
    if (spoil) spoilers.push(() => spoil(payment))
  }
  for (const spoil of spoilers) await spoil()
  const foreign = await world.sandbox.createCheckout({
    paymentId: newId(),
    amount: 300,
    currency: 'usd',
    title: 'Nobody knows',
    makes: 'image',
    successUrl: 'http://localhost/back',
    cancelUrl: 'http://localhost/back',
    metadata: {},
    idempotencyKey: newId(),
    expiresAt: new Date(world.clock.now().getTime() + 24 * HOUR),
  })
  world.clock.advance(1.5 * HOUR)

  const { differences } = await reconcile(world.ctx)
  const ofPayments = differences.filter((each) => each.paymentId !== null)
  const found = ofPayments.map(({ kind, paymentId, mended }) => {
    const seed = seeded.get(paymentId ?? '') ?? 'nothing was seeded'
    const whole = `${kind}${mended ? ' put right' : ''}:`
    return seed.startsWith(whole) ? seed : `${whole} found where ${seed}`
  })
  expect(found.toSorted()).toEqual([...seeded.values()].toSorted())
  const others = differences.filter((each) => each.paymentId === null)
  expect(others).toContainEqual(
    expect.objectContaining({ kind: 'unknown_to_us', sessionId: foreign.sessionId }),
  )
  // Stored and unprocessed webhooks, since this test runs no worker.
  expect(new Set(others.map(({ kind }) => kind))).toEqual(
    new Set(['unknown_to_us', 'event_unprocessed']),
  )

  const kept = await world.database.pool.query(
    'select differences from reconciliations order by id desc limit 1',
  )
  expect(kept.rows[0].differences).toEqual(differences)
  const shown = await paymentCommands.find(({ name }) => name === 'reconcile')?.run(world.ctx, [])
  expect(shown).toContain('captured_without_delivery')
  expect(shown).toMatch(/\d+ differences, 0 of them put right\.$/)

  const again = await reconcile(world.ctx)
  const name = ({ kind, paymentId, sessionId }: Difference) => `${kind} ${paymentId} ${sessionId}`
  const left = differences.filter((each) => !each.mended)
  expect(again.differences.map(name).toSorted()).toEqual(left.map(name).toSorted())
})
