import { formatCents } from '@vignette/contract/money.ts'
import { expect, test } from 'vitest'
import { lastRunAt } from '../../src/features/payouts/rules.ts'
import { remix, sessionOf } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import type { StripeStandIn } from '../support/money/start-stripe.ts'
import { checkOut } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted } from './support/follow-job.ts'
import { holdAnswer } from './support/hold-answer.ts'
import { ask } from './support/installation.ts'
import type { World } from './support/open-world.ts'
import { atStripe, byStripe, EARNED, type Payee, preparePayee } from './support/prepare-payee.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { ahead } from './support/start-process.ts'
import { deliver, untilPayment, withStripeWorld } from './support/stripe-world.ts'

const DAY_MS = 24 * 3_600_000
/** The payee's sale has cleared by then. */
const BEFORE_MS = 20 * DAY_MS
/** Stripe has forgotten each idempotency key by then, and an unused authorisation is let go. */
const AFTER_MS = BEFORE_MS + 2 * DAY_MS

test('a server that is away for two days with money under way doubles nothing when it comes back', async (context) => {
  let aheadMs = 0
  await withStripeWorld(
    async (world, stripe) => {
      const payee = await preparePayee(world, byStripe(stripe))
      aheadMs = BEFORE_MS
      await endLastFridaysRun(world, aheadMs)
      const [web, worker] = await Promise.all([
        world.start('web', ahead(aheadMs)),
        world.start('worker', ahead(aheadMs)),
      ])
      const id = await publishSketch(new Visitor(web.url), 2_000)
      const sell = (runs: boolean) => buyAt(world, stripe, { url: web.url, id, runs })
      const refunded = await sell(true)
      const disputed = await sell(true)
      await untilPayment(world, refunded.session, 'captured')
      await untilPayment(world, disputed.session, 'captured')
      const dispute = await stripe.openDispute(disputed.intent)
      await sendLast(stripe, web.url, aheadMs)
      await expect
        .poll(() => ask(world, 'select id from payment_disputes'), { timeout: 60_000 })
        .toEqual([{ id: dispute.id }])
      const unused = await sell(false)
      const late = new Visitor(web.url)
      const unpaid = (await checkOut(late, id)).session_id

      // Stripe carries out what it is asked, but for one capture, and no answer arrives.
      const killed = new AbortController()
      const hold = (on: RegExp, when: 'before' | 'after') =>
        holdAnswer(stripe, killed.signal, on, when)
      const atWorker = [hold(/^POST \/v1\/transfers$/, 'after')]
      const asked = await sell(false)
      const done = await sell(false)
      atWorker.push(hold(new RegExp(`${asked.intent}/capture`), 'before'))
      atWorker.push(hold(new RegExp(`${done.intent}/capture`), 'after'))
      await runOf(world, id, asked)
      await runOf(world, id, done)
      atWorker.push(hold(/^POST .*disputes\//, 'after'))
      const call = (...words: string[]) =>
        startOperator(world, ['call', ...words], ahead(aheadMs)).said
      await call('sendEvidence', `id=${dispute.id}`)
      const run = await call('startPayoutRun', `total=${EARNED}`, 'payouts=1')
      expect(run).toContain(formatCents(EARNED))
      await Promise.all(atWorker)
      await worker.kill()
      const atOperator = hold(/^POST \/v1\/refunds/, 'after')
      const refund = ['payments', 'refund', refunded.payment, '--amount=1.00', '--reason=a test']
      const operator = startOperator(world, refund, ahead(aheadMs))
      await atOperator
      operator.process.kill('SIGKILL')
      await web.kill()
      await operator.said
      killed.abort()
      stripe.faults.length = 0
      // Its buyer pays at Stripe's page while no process of ours runs.
      await stripe.pay(unpaid)
      expect(await stateAtStripe(stripe, payee)).toEqual(ONCE_EACH)
      const captures = await Promise.all(
        [asked, done].map(
          async ({ intent }) => (await stripe.get('payment_intent', intent)).status,
        ),
      )
      expect(captures).toEqual(['requires_capture', 'succeeded'])
      expect(await ask(world, UNDER_WAY)).toEqual([
        { refund: 'requested', amount: 100, evidence: 'requested', payout: 'sending' },
      ])

      aheadMs = AFTER_MS
      const watch = startWatch()
      const [back] = await Promise.all([
        world.start('web', ahead(aheadMs)),
        world.start('worker', ahead(aheadMs)),
      ])
      await untilPayment(world, asked.session, 'captured')
      await untilPayment(world, done.session, 'captured')
      await untilPayment(world, unused.session, 'released')
      await expect
        .poll(() => ask(world, UNDER_WAY), { timeout: 120_000 })
        .toEqual([{ refund: 'succeeded', amount: 100, evidence: 'sent', payout: 'in_transit' }])
      await untilPayment(world, unpaid, 'authorized')
      const recoveryMs = watch()

      expect(await stateAtStripe(stripe, payee)).toEqual(ONCE_EACH)
      await runOf(world, id, { fan: late.at(back.url), session: unpaid })
      await untilPayment(world, unpaid, 'captured')
      const say = async (...words: string[]) => startOperator(world, words, ahead(aheadMs)).said
      expect(await say('reconcile')).toContain('no difference')
      expect(await say('payouts', 'compare')).toContain('No difference.')
      expect(await say('ledger', 'balance')).toContain('Balanced: $0.00.')
      expect(await ask(world, BOOKED)).toEqual([
        { kind: 'capture', entries: 6 },
        { kind: 'refund', entries: 1 },
      ])
      // The payee's sale, and five of the sketch.
      await expectWholeWorld(world, { jobs: 6 })
      reportFault(context, {
        fault: 'the whole server is away for two days with money under way',
        done: 'kill -9 after a part of a refund, a transfer, evidence and a capture, before another capture, with an unused authorisation and a checkout that is paid meanwhile; Stripe forgot its keys',
        found:
          'each found at Stripe and done once, the unused money let go, the late buyer served; the books agree',
        recoveryMs,
      })
    },
    () => aheadMs,
  )
}, 420_000)

/** A worker that starts makes up for a missed Friday, and would pay before the operator does. */
async function endLastFridaysRun(world: World, aheadMs: number): Promise<void> {
  const due = lastRunAt(new Date(Date.now() + aheadMs)).toISOString()
  await ask(
    world,
    `insert into payout_runs (id, book, due_at, by, started_at, ended_at)
    select gen_random_uuid(), book, '${due}', 'schedule', '${due}', '${due}' from payments limit 1`,
  )
}

const UNDER_WAY = `
  select r.state as refund, r.amount, e.state as evidence, p.state as payout
  from payment_refunds r, dispute_evidence e, payouts p`

const BOOKED = `select kind, count(*)::int as entries from ledger_entries
  where kind in ('capture', 'refund') group by kind order by kind`

const ONCE_EACH = { refunds: [100], transfers: [EARNED], submissions: [1] }

async function stateAtStripe(stripe: StripeStandIn, payee: Payee) {
  return {
    refunds: (await stripe.list('refund')).map(({ amount }) => amount),
    transfers: await atStripe(stripe, payee)(),
    submissions: (await stripe.list('dispute')).map((one) => one.evidence_details.submission_count),
  }
}

interface Bought {
  fan: Visitor
  session: string
  intent: string
  payment: string
}

/** A new buyer's authorised payment, and its run where wanted. */
async function buyAt(
  world: World,
  stripe: StripeStandIn,
  { url, id, runs }: { url: string; id: string; runs: boolean },
): Promise<Bought> {
  const fan = new Visitor(url)
  const { session_id: session } = await checkOut(fan, id)
  const { id: intent } = await stripe.pay(session)
  const { body } = await sessionOf(fan, session)
  expect(body.payment_status).toBe('paid')
  const bought = { fan, session, intent, payment: body.payment.id }
  if (runs) await runOf(world, id, bought)
  return bought
}

async function runOf(
  world: World,
  id: string,
  { fan, session }: Pick<Bought, 'fan' | 'session'>,
): Promise<void> {
  const { body } = await remix(fan, id, { session_id: session })
  await untilCompleted(world, body.job_id)
}

async function sendLast(stripe: StripeStandIn, url: string, aheadMs: number): Promise<void> {
  const event = (await stripe.list('event')).at(-1)
  if (!event) throw new Error('Stripe told nothing')
  const timestamp = Math.floor((Date.now() + aheadMs) / 1000)
  expect(await deliver(url, stripe.sign(event, { timestamp }))).toBe(200)
}
