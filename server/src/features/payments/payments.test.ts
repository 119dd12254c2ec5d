import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { getCreatorBalance, listLedgerLines } from '../ledger/index.ts'
import { claimPayment, findPaidRun } from './claim-payment.ts'
import { exportEarnings } from './export-earnings.ts'
import { findOpenPayment } from './find-open-payment.ts'
import { getEarnings } from './get-earnings.ts'
import { getPaymentSession } from './get-payment-session.ts'
import { getReceipt } from './get-receipt.ts'
import { performCapture } from './perform-capture.ts'
import { performRefund } from './perform-refund.ts'
import { refundPayment } from './refund-payment.ts'
import { releasePayment } from './release-payment.ts'
import { settlePayment } from './settle-payment.ts'
import { sweepPayments } from './sweep-payments.ts'

const HOUR = 3_600_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

async function people() {
  const creator = await world.newPrincipal()
  const buyer = await world.newPrincipal('visitor')
  return { creator, buyer, recipe: recipeOf(creator) }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

const lifetimeOf = async (principalId: string) =>
  (await getCreatorBalance(world.ctx, [principalId], 'usd')).lifetime

test('the story: paid, failed, tried again, delivered, and only then charged once', async () => {
  const { buyer, creator, recipe } = await people()
  const authorized = await world.authorize({ buyer, recipe })
  expect(authorized.state).toBe('authorized')
  const first = await world.startRun(buyer, recipe)
  await world.fail(first)
  expect(await listLedgerLines(world.ctx, { paymentId: authorized.id })).toEqual([])
  const open = await findOpenPayment(actAs(world.ctx, buyer), recipe.workflowId)
  expect(open).toMatchObject({ session_id: authorized.sessionId, payment: { state: 'authorized' } })
  const second = await world.startRun(buyer, recipe, authorized.sessionId ?? undefined)
  const creationId = await world.deliver(second)
  expect((await world.payment(authorized.id)).state).toBe('capture_requested')
  await performCapture(world.ctx, authorized.id)
  await performCapture(world.ctx, authorized.id)
  await world.processEvents()
  expect(await world.payment(authorized.id)).toMatchObject({ state: 'captured', captured: 300 })
  expect(await lifetimeOf(creator.id)).toBe(210)
  const kinds = (await listLedgerLines(world.ctx, { paymentId: authorized.id })).map(
    ({ kind, account, amount }) => `${kind} ${account} ${amount}`,
  )
  expect(kinds).toEqual([
    'capture gateway 300',
    'capture creator -210',
    'capture platform -90',
    'provider_cost provider_costs 5',
    'provider_cost provider_payables -5',
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
    next: '$3.00 was charged. Nothing more happens.',
  })
  expect(await getReceipt(actAs(world.ctx, creator), creationId)).toEqual({ receipt: null })
})

test('a declined card leaves the checkout open for another one', async () => {
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

test('a return before any webhook asks the gateway, and gives back what the browser forgot', async () => {
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

test('a session is its buyer’s alone, and so is the run it pays for', async () => {
  const { buyer, creator, recipe } = await people()
  const { sessionId } = await world.authorize({ buyer, recipe })
  const thief = actAs(world.ctx, creator)
  expect(await codeOf(getPaymentSession(thief, sessionId ?? ''))).toContain('not_found')
  expect(await codeOf(world.startRun(creator, recipe, sessionId ?? ''))).toContain(
    'payment_required: This recipe costs $3.00 a run.',
  )
  expect(
    await findPaidRun(world.ctx, {
      buyer: creator,
      workflowId: recipe.workflowId,
      sessionId: sessionId ?? '',
    }),
  ).toBeUndefined()
  expect(
    await codeOf(
      releasePayment(thief, (await world.authorize({ buyer, recipe: recipeOf(creator) })).id),
    ),
  ).toContain('not_found')
})

test('what was paid for runs, whatever became of price and recipe; a double return is told so', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const sessionId = paid.sessionId ?? ''
  const dearer = { ...recipe, version: 2, price: 500 }
  expect(await codeOf(world.startRun(buyer, dearer, sessionId))).toBe(
    'payment_required: This payment is for $3.00 and version 1 of the recipe, not for $5.00 and version 2.',
  )
  const found = await findPaidRun(world.ctx, { buyer, workflowId: recipe.workflowId, sessionId })
  expect(found).toEqual({ paymentId: paid.id, workflowVersion: 1 })
  const run = await world.startRun(buyer, recipe, sessionId)
  expect(await codeOf(world.startRun(buyer, recipe, sessionId))).toContain('already used by a run')
  expect(await getPaymentSession(actAs(world.ctx, buyer), sessionId)).toMatchObject({
    payment_status: 'paid',
    job_id: run.jobId,
  })
  await world.deliver(run)
  expect(await codeOf(world.startRun(buyer, recipe, sessionId))).toContain(
    'already paid for a creation',
  )
  expect(await codeOf(world.startRun(buyer, recipeOf(buyer), sessionId))).toContain(
    'another recipe',
  )
})

test('two tabs: each checkout that was paid gives its own run', async () => {
  const { buyer, recipe } = await people()
  const [one, two] = [
    await world.authorize({ buyer, recipe }),
    await world.authorize({ buyer, recipe }),
  ]
  const second = await world.startRun(buyer, recipe, two.sessionId ?? '')
  const first = await world.startRun(buyer, recipe)
  expect([first.paymentId, second.paymentId]).toEqual([one.id, two.id])
})

test('ten runs race for one payment: one gets it', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const races = await Promise.allSettled(
    Array.from({ length: 10 }, () => world.startRun(buyer, recipe)),
  )
  const won = races.filter((race) => race.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const race of races) {
    if (race.status === 'rejected') expect(race.reason).toMatchObject({ code: 'payment_required' })
  }
  expect((await world.payment(paid.id)).jobId).toBe(won[0]?.value.jobId)
})

test('ten claims in a row of transactions each need their own payment', async () => {
  const { buyer, recipe } = await people()
  for (let time = 0; time < 3; time++) await world.authorize({ buyer, recipe })
  const races = await Promise.allSettled(
    Array.from({ length: 10 }, () => world.startRun(buyer, recipe)),
  )
  const payments = races.flatMap((race) =>
    race.status === 'fulfilled' ? [race.value.paymentId] : [],
  )
  expect(new Set(payments).size).toBe(3)
  expect(payments).toHaveLength(3)
})

test('an unused authorization is released after 24 hours, a used one is not', async () => {
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

test('a failed run starts the 24 hours anew', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  world.clock.advance(20 * HOUR)
  const run = await world.startRun(buyer, recipe)
  await world.fail(run)
  world.clock.advance(20 * HOUR)
  await sweepPayments(world.ctx)
  expect((await world.payment(paid.id)).state).toBe('authorized')
})

test('a row of failed runs keeps the money for two days at most', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  for (const hours of [20, 20, 7.9]) {
    world.clock.advance(hours * HOUR)
    await sweepPayments(world.ctx)
    await world.fail(await world.startRun(buyer, recipe))
  }
  expect((await world.payment(paid.id)).state).toBe('authorized')
  world.clock.advance(0.2 * HOUR)
  await sweepPayments(world.ctx)
  expect((await world.payment(paid.id)).state).toBe('release_requested')
})

test('failed runs that cost more than a sale leaves end the payment, with a word why', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  // Of $3.00 the creator has $2.10 and the card $0.39.
  await world.fail(await world.startRun(buyer, recipe), 51)
  expect((await world.payment(paid.id)).state).toBe('authorized')
  await world.fail(await world.startRun(buyer, recipe), 52)
  expect(await world.payment(paid.id)).toMatchObject({ state: 'release_requested', jobId: null })
  expect(await codeOf(world.startRun(buyer, recipe, paid.sessionId ?? ''))).toBe(
    'payment_required: Too many runs on this payment ended without a creation, so it was released and nothing was charged. Please pay again.',
  )
})

test('failed runs that cost nothing never end a payment, though its sale would leave nothing', async () => {
  const { buyer, creator } = await people()
  const cheap = recipeOf(creator, 50)
  const paid = await world.authorize({ buyer, recipe: cheap })
  await world.fail(await world.startRun(buyer, cheap), 0)
  expect((await world.payment(paid.id)).state).toBe('authorized')
})

test('an authorization that would lapse under a run pays for none, goes back, and is paid anew', async () => {
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

test('the sweep lets go what would lapse under a run, and leaves what a run has', async () => {
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

test('the buyer releases at once; twice is once; a run keeps it', async () => {
  const { buyer, recipe } = await people()
  const as = actAs(world.ctx, buyer)
  const paid = await world.authorize({ buyer, recipe })
  const run = await world.startRun(buyer, recipe)
  expect(await codeOf(releasePayment(as, paid.id))).toContain('A run is using this payment')
  await world.fail(run)
  expect(await releasePayment(as, paid.id)).toMatchObject({ state: 'released' })
  expect(await releasePayment(as, paid.id)).toMatchObject({ state: 'released' })
  expect(await codeOf(world.startRun(buyer, recipe, paid.sessionId ?? ''))).toContain(
    'was released',
  )
  expect(await listLedgerLines(world.ctx, { paymentId: paid.id })).toEqual([])
})

test('release and claim race: either the run or the release, never both', async () => {
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

test('ten captures and ten doubled webhooks at once charge and post once', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await Promise.all([
    ...Array.from({ length: 10 }, () => performCapture(world.ctx, paid.id)),
    ...Array.from({ length: 3 }, () => world.processEvents()),
  ])
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ state: 'captured', captured: 300 })
  expect(await lifetimeOf(creator.id)).toBe(210)
})

test('refunds: in parts, whole, never above what is left, ten at once', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const refund = (amount?: number) =>
    refundPayment(world.ctx, { paymentId: paid.id, amount, reason: 'test' })
  expect(await codeOf(refund(301))).toContain('between $0.01 and $3.00')
  const part = await refund(100)
  await Promise.all(Array.from({ length: 10 }, () => performRefund(world.ctx, part.id)))
  expect(await world.payment(paid.id)).toMatchObject({ refunded: 100 })
  expect(await lifetimeOf(creator.id)).toBe(140)
  const races = await Promise.allSettled(Array.from({ length: 10 }, () => refund(200)))
  const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []))
  expect(won).toHaveLength(1)
  await performRefund(world.ctx, won[0]?.id ?? '')
  expect(await codeOf(refund())).toContain('Nothing is left')
  expect(await lifetimeOf(creator.id)).toBe(0)
})

test('a dispute that a test card announced takes the share back at once; won gives it again', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe, card: '4000000000000259' })
  await performCapture(world.ctx, paid.id)
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ state: 'captured', disputed: 300 })
  expect(await lifetimeOf(creator.id)).toBe(0)
  expect(await codeOf(refundPayment(world.ctx, { paymentId: paid.id, reason: 'twice' }))).toContain(
    'Nothing is left',
  )
  const view = await world.sandbox.find({ sessionId: paid.sessionId ?? '' })
  await world.sandbox.closeDispute(view?.disputes[0]?.id ?? '', 'won')
  await world.processEvents()
  expect(await world.payment(paid.id)).toMatchObject({ disputed: 0 })
  expect(await lifetimeOf(creator.id)).toBe(210)
})

test('a fee of a dispute that is told late, raised or given back is posted by its difference, once', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const view = await world.sandbox.find({ sessionId: paid.sessionId ?? '' })
  if (!view) throw new Error('no such checkout')
  const posted = async () =>
    (await listLedgerLines(world.ctx, { paymentId: paid.id }))
      .filter(({ kind, account }) => kind === 'dispute_fee' && account === 'processor_fees')
      .map(({ amount }) => amount)
  const told = async (fee: number) => {
    const dispute = { id: `dp_${paid.id}`, amount: 300, state: 'opened' as const, fee }
    // The news comes twice.
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

test('an authorization that lapsed under a run: the creation stays, nobody is credited', async () => {
  const { buyer, creator, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const run = await world.startRun(buyer, recipe)
  world.clock.advance(8 * 24 * HOUR)
  await world.processEvents()
  expect((await world.payment(paid.id)).state).toBe('authorized')
  await world.deliver(run)
  await performCapture(world.ctx, paid.id)
  expect(await world.payment(paid.id)).toMatchObject({ state: 'capture_failed', captured: 0 })
  expect(await lifetimeOf(creator.id)).toBe(0)
})

test('signing in brings payments along and earnings into one sum, and rewrites no posting', async () => {
  const visitor = await world.newPrincipal('visitor')
  const account = await world.newPrincipal()
  const recipe = recipeOf(visitor)
  const buyer = await world.newPrincipal('visitor')
  const paid = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, paid.id)
  const before = await listLedgerLines(world.ctx, { ownerIds: [visitor.id] })
  expect(before[0]?.account).toBe('unclaimed')
  const owned = await world.authorize({ buyer: visitor, recipe })
  await inTransaction(world.ctx, async (tx) => {
    for (const hook of world.ctx.hooks.visitorClaimed) {
      await hook(tx, { from: visitor.id, to: account.id })
    }
  })
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
      { workflow_id: recipe.workflowId, name: 'Portrait', sales: 1, gross: 300, earned: 210 },
    ],
  })
  expect((await getEarnings(as)).days.at(-1)).toMatchObject({ earned: 210, sales: 1 })
  expect((await getEarnings(as)).days).toHaveLength(30)
  expect(await exportEarnings(as)).toMatch(/capture,Portrait,.*,2\.10,usd,70,/)
  expect((await findOpenPayment(as, recipe.workflowId)).payment?.id).toBe(owned.id)
})

test('a deleted account’s unused authorizations are let go and its inputs forgotten', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  await inTransaction(world.ctx, async (tx) => {
    for (const hook of world.ctx.hooks.accountDeleted) await hook(tx, { principalId: buyer.id })
  })
  expect(await world.payment(paid.id)).toMatchObject({
    state: 'release_requested',
    userInputs: null,
  })
})

test('the database itself refuses a charge without delivery and a move that §7 does not know', async () => {
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

test('a claim that fails rolls back with its transaction', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  await expect(
    inTransaction(world.ctx, async (tx) => {
      await claimPayment(tx, { buyer, recipe })
      throw new Error('the reservation failed')
    }),
  ).rejects.toThrow('the reservation failed')
  expect((await world.payment(paid.id)).jobId).toBeNull()
  expect((await world.startRun(buyer, recipe)).paymentId).toBe(paid.id)
})
