import { type Fault, Refusal } from '@vignette/stripe-sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  START,
} from '../../../test/support/money/create-money-world.ts'
import { codeOf, newPeople } from '../../../test/support/money/people.ts'
import { type StripeStandIn, startStripe } from '../../../test/support/money/start-stripe.ts'
import { createStripeGateway } from '../../providers/payments/stripe/create-stripe-gateway.ts'
import { performCapture } from '../payments/capture/capture.ts'
import { findBySession } from '../payments/checkout/authorisation.ts'
import { refreshPayment } from '../payments/checkout/refresh-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { getDisputed } from './dispute.ts'
import { cases } from './feature.ts'
import { performEvidence } from './perform-evidence.ts'
import { requestEvidence } from './request-evidence.ts'
import { sweepDisputes } from './sweep-disputes.ts'

const HOUR = 3_600_000

let stripe: StripeStandIn
let world: MoneyWorld
beforeAll(async () => {
  let now = () => START
  stripe = await startStripe(() => now())
  world = await createMoneyWorld((clock) => {
    now = () => clock.now()
    return openGateway()
  })
  await world.ctx.queue.declare(cases.tasks ?? [])
})
const openGateway = (timeoutMs?: number) =>
  createStripeGateway({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.origin,
    ...(timeoutMs && { timeoutMs }),
  })
beforeEach(() => {
  stripe.faults.length = 0
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})

/** A sale by Stripe that its bank disputes. */
async function disputed() {
  const { buyer, recipe } = await newPeople(world)
  const sessionId = await world.checkout({ buyer, recipe })
  const intent = await stripe.pay(sessionId)
  const row = await findBySession(world.ctx, buyer.id, sessionId)
  if (!row) throw new Error('no such payment')
  await refreshPayment(world.ctx, row)
  await world.deliver(await world.startRun(buyer, recipe, sessionId))
  await performCapture(world.ctx, row.id)
  const dispute = await stripe.openDispute(intent.id)
  const settle = async () => {
    const view = await world.ctx.gateway.find({ sessionId })
    if (view) await settlePayment(world.ctx, row.id, view)
  }
  await settle()
  const sent = async () => (await getDisputed(world.ctx, dispute.id)).sent
  return { id: dispute.id, dispute, sent, settle }
}

function breakEvidence(effect: Fault['effect'], when: Fault['when'], times = 1): void {
  for (let time = 0; time < times; time++) {
    stripe.faults.push({ on: /POST .*disputes\//, when, effect })
  }
}

test('evidence that is sent ten times at once reaches Stripe once', async () => {
  const { id, dispute, sent } = await disputed()
  await requestEvidence(world.ctx, id)
  await Promise.all(Array.from({ length: 10 }, () => performEvidence(world.ctx, id)))
  const { evidence, evidence_details: details } = await stripe.get('dispute', dispute.id)
  expect(details.submission_count).toBe(1)
  expect(evidence['uncategorized_text']).toContain('RECEIPT')
  expect(await sent()).toMatchObject({ state: 'sent', failure: null })
  expect(await getDisputed(world.ctx, id)).toMatchObject({ dispute: { phase: 'under_review' } })
})

const submissionsOf = async ({ id }: { id: string }) =>
  (await stripe.get('dispute', id)).evidence_details.submission_count

test('evidence whose answer is lost is found to have arrived', async () => {
  const { id, dispute, sent } = await disputed()
  await requestEvidence(world.ctx, id)
  const hangUp = () => undefined
  breakEvidence(() => breakEvidence(hangUp, 'before', 2), 'after')
  await expect(performEvidence(world.ctx, id)).rejects.toThrow('not answering')
  expect(await sent()).toMatchObject({ state: 'requested' })
  await performEvidence(world.ctx, id)
  expect(await sent()).toMatchObject({ state: 'sent' })
  expect(await submissionsOf(dispute)).toBe(1)
})

test('evidence whose answer was lost is found after two days, and not sent again', async () => {
  const { id, dispute, sent } = await disputed()
  await requestEvidence(world.ctx, id)
  const lost = new Promise<void>((died) => {
    breakEvidence(() => {
      died()
      return new Promise<void>(() => undefined)
    }, 'after')
  })
  // A process that dies while it waits: its client of Stripe repeats nothing.
  const doomed = { ...world.ctx, gateway: openGateway(HOUR) }
  void performEvidence(doomed, id).catch(() => undefined)
  await lost
  world.clock.advance(49 * HOUR)
  const writes = () => stripe.requests.filter((line) => /POST .*disputes\//.test(line)).length
  const before = writes()
  await performEvidence(world.ctx, id)
  expect(await sent()).toMatchObject({ state: 'sent' })
  expect(await submissionsOf(dispute)).toBe(1)
  expect(writes()).toBe(before)
})

test('a failure that Stripe keeps with the key is tried again under the next key', async () => {
  const { id, dispute, sent } = await disputed()
  await requestEvidence(world.ctx, id)
  breakEvidence(500, 'before')
  await expect(performEvidence(world.ctx, id)).rejects.toThrow('not answering')
  expect(await sent()).toMatchObject({ state: 'requested', keyNumber: 2 })
  await performEvidence(world.ctx, id)
  expect(await sent()).toMatchObject({ state: 'sent' })
  expect(await submissionsOf(dispute)).toBe(1)
})

test('a refusal is told, and the button works again', async () => {
  const { id, dispute, sent } = await disputed()
  await requestEvidence(world.ctx, id)
  breakEvidence(new Refusal('Evidence is malformed.'), 'before')
  await performEvidence(world.ctx, id)
  expect(await sent()).toMatchObject({
    state: 'refused',
    failure: 'The payment gateway refused: Evidence is malformed.',
  })
  await requestEvidence(world.ctx, id)
  await performEvidence(world.ctx, id)
  expect(await sent()).toMatchObject({ state: 'sent', failure: null, keyNumber: 2 })
  expect(await submissionsOf(dispute)).toBe(1)
})

test('evidence that was sent at Stripe’s own desk is not sent again', async () => {
  const { id, dispute, settle } = await disputed()
  await stripe.moveDispute(dispute.id, 'under_review')
  await settle()
  expect(await codeOf(requestEvidence(world.ctx, id))).toBe(
    'payment_state: The bank has the evidence and weighs it.',
  )
})

test('a sending whose task was lost is found by the sweep', async () => {
  const { id } = await disputed()
  await requestEvidence(world.ctx, id)
  const tasks = async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from pgboss.job where name = 'evidence.send' and singleton_key = $1`,
      [id],
    )
    return rows.length
  }
  await world.database.pool.query(`delete from pgboss.job where singleton_key = $1`, [id])
  await sweepDisputes(world.ctx)
  expect(await tasks()).toBe(0)
  world.clock.advance(HOUR)
  await sweepDisputes(world.ctx)
  await sweepDisputes(world.ctx)
  expect(await tasks()).toBe(1)
})
