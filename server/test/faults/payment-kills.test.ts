import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { listLedgerLines } from '../../src/features/ledger/index.ts'
import { performCapture } from '../../src/features/payments/perform-capture.ts'
import { findBySession } from '../../src/features/payments/queries.ts'
import { reconcile } from '../../src/features/payments/reconcile.ts'
import { refreshPayment } from '../../src/features/payments/refresh-payment.ts'
import { refundPayment } from '../../src/features/payments/refund-payment.ts'
import { requestRelease } from '../../src/features/payments/request-release.ts'
import type { PaymentRow } from '../../src/features/payments/tables.ts'
import { createStripeGateway } from '../../src/providers/payments/stripe/create-stripe-gateway.ts'
import { createMoneyWorld, type MoneyWorld, recipeOf } from '../support/money/create-money-world.ts'
import { type StripeStandIn, startStripe } from '../support/stand-ins/stripe/start-stripe.ts'
import { startWorkerProcess, type WorkerProcess } from '../support/start-worker-process.ts'

let stripe: StripeStandIn
let world: MoneyWorld
let dataDir: string
const workers: WorkerProcess[] = []
let killed: AbortController

beforeEach(async () => {
  killed = new AbortController()
  stripe = await startStripe()
  world = await createMoneyWorld(
    () =>
      createStripeGateway({
        secretKey: stripe.secretKey,
        publishableKey: 'pk_test_1',
        webhookSecret: stripe.webhookSecret,
        apiUrl: stripe.origin,
      }),
    new Date(),
  )
  dataDir = await mkdtemp(path.join(tmpdir(), 'vignette-kills-'))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()))
  await world.close()
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess({
    DATABASE_URL: world.database.connectionString,
    DATA_DIR: dataDir,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.origin,
  })
  workers.push(worker)
  return worker
}

async function authorize(): Promise<{ payment: PaymentRow; run(): Promise<PaymentRow> }> {
  const recipe = recipeOf(await world.newPrincipal())
  const buyer = await world.newPrincipal('visitor')
  const sessionId = await world.checkout({ buyer, recipe })
  stripe.state.pay(sessionId)
  const row = await findBySession(world.ctx, buyer.id, sessionId)
  if (!row) throw new Error('no such payment')
  const payment = await refreshPayment(world.ctx, row)
  return {
    payment,
    async run() {
      await world.deliver(await world.startRun(buyer, recipe, sessionId))
      return world.payment(payment.id)
    },
  }
}

/** Stripe takes the request, before or after doing it, and never answers: resolves when it has it. */
function holdAnswer(on: RegExp, when: 'before' | 'after'): Promise<void> {
  return new Promise((held) => {
    stripe.faults.push({
      on,
      when,
      effect: () => {
        held()
        return new Promise<void>((resolve) => {
          killed.signal.addEventListener('abort', () => resolve())
        })
      },
    })
  })
}

const kindsOf = async (paymentId: string) =>
  (await listLedgerLines(world.ctx, { paymentId }))
    .filter((line) => line.account === 'gateway')
    .map((line) => `${line.kind} ${line.amount}`)

test('a worker killed on either side of Stripe’s deed: each is done once and booked once', async () => {
  const asked = await (await authorize()).run()
  const done = await (await authorize()).run()
  const released = (await authorize()).payment
  await inTransaction(world.ctx, (tx) => requestRelease(tx, released, 'operator'))
  const refunded = await (await authorize()).run()
  await performCapture(world.ctx, refunded.id)
  await refundPayment(world.ctx, { paymentId: refunded.id, amount: 100, reason: 'a test' })

  const held = [
    holdAnswer(new RegExp(`${asked.intentId}/capture`), 'before'),
    holdAnswer(new RegExp(`${done.intentId}/capture`), 'after'),
    holdAnswer(new RegExp(`${released.intentId}/cancel`), 'after'),
    holdAnswer(/^POST \/v1\/refunds/, 'after'),
  ]
  const first = await startWorker()
  await Promise.all(held)
  expect(stripe.state.intents.get(asked.intentId ?? '')?.status).toBe('requires_capture')
  expect(stripe.state.intents.get(done.intentId ?? '')?.status).toBe('succeeded')
  await first.kill()
  killed.abort()
  expect((await world.payment(asked.id)).state).toBe('capture_requested')
  expect((await world.payment(done.id)).state).toBe('capture_requested')

  await startWorker()
  const states = async () =>
    Promise.all(
      [asked, done, released, refunded].map(async ({ id }) => {
        const payment = await world.payment(id)
        return `${payment.state} ${payment.refunded}`
      }),
    )
  await expect
    .poll(states, { timeout: 150_000 })
    .toEqual(['captured 0', 'captured 0', 'released 0', 'captured 100'])

  for (const { id } of [asked, done]) {
    expect(await kindsOf(id)).toEqual(['capture 300', 'processor_fee -39'])
  }
  expect(await kindsOf(released.id)).toEqual([])
  expect(await kindsOf(refunded.id)).toEqual(['capture 300', 'processor_fee -39', 'refund -100'])
  const countOf = (type: string) =>
    stripe.state.events.filter((event) => event.type === type).length
  expect([countOf('payment_intent.succeeded'), countOf('payment_intent.canceled')]).toEqual([3, 1])
  expect(stripe.state.refunds.size).toBe(1)
  expect((await reconcile(world.ctx)).differences).toEqual([])
}, 300_000)
