import { expect, test } from 'vitest'
import { remix, sessionOf } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import type { StripeStandIn } from '../support/money/start-stripe.ts'
import { checkOut } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted } from './support/follow-job.ts'
import { holdAnswer } from './support/hold-answer.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { untilPayment, withStripeWorld } from './support/stripe-world.ts'

test(
  'processes killed before or after a change at Stripe make and book that change once',
  (context) =>
    withStripeWorld(async (world, stripe) => {
      const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
      const fan = new Visitor(web.url)
      const id = await publishSketch(new Visitor(web.url), 300)
      const killed = new AbortController()
      const hold = (on: RegExp, when: 'before' | 'after') =>
        holdAnswer(stripe, killed.signal, on, when)

      // All checkouts open before the first is paid, since an open authorisation refuses further checkouts.
      const sessions: string[] = []
      for (let at = 0; at < 4; at++) sessions.push((await checkOut(fan, id)).session_id)
      const [refunded, released, asked, done] = (await Promise.all(
        sessions.map((session) => pay(fan, session, stripe)),
      )) as [Bought, Bought, Bought, Bought]
      await run(world, fan, id, refunded.session)
      await untilPayment(world, refunded.session, 'captured')
      const held = [
        hold(new RegExp(`${asked.intent}/capture`), 'before'),
        hold(new RegExp(`${done.intent}/capture`), 'after'),
        hold(new RegExp(`${released.intent}/cancel`), 'after'),
        hold(/^POST \/v1\/refunds/, 'after'),
      ]
      await run(world, fan, id, asked.session)
      await run(world, fan, id, done.session)
      const letGo = fan
        .call('POST', `/payment/${released.payment}/release`)
        .catch(() => 'the line broke')
      const operator = startOperator(world, [
        'payments',
        'refund',
        refunded.payment,
        '--amount=1.00',
        '--reason=a test',
      ])
      await Promise.all(held)
      // As in a power loss, both processes die, so that neither reads Stripe's answer.
      operator.process.kill('SIGKILL')
      await Promise.all([web.kill(), worker.kill()])
      const watch = startWatch()
      // Where the worker was waiting for Stripe, the web process may have answered the buyer.
      await letGo
      const statusOf = async (id: string) => (await stripe.get('payment_intent', id)).status
      expect(await statusOf(asked.intent)).toBe('requires_capture')
      expect(await statusOf(done.intent)).toBe('succeeded')
      expect(await statusOf(released.intent)).toBe('canceled')
      killed.abort()

      await Promise.all([world.start('web'), world.start('worker')])
      await untilPayment(world, asked.session, 'captured')
      await untilPayment(world, done.session, 'captured')
      await untilPayment(world, released.session, 'released')
      const refunds = async () =>
        (await world.database.pool.query('select state, amount from payment_refunds')).rows
      await expect
        .poll(refunds, { timeout: 120_000 })
        .toEqual([{ state: 'succeeded', amount: 100 }])
      const recoveryMs = watch()
      const countOf = async (type: string) => (await stripe.list('event', { type })).length
      expect([
        await countOf('payment_intent.succeeded'),
        await countOf('payment_intent.canceled'),
      ]).toEqual([3, 1])
      expect((await stripe.list('refund')).length).toBe(1)
      expect(await world.database.pool.query(BOOKED).then(({ rows }) => rows)).toEqual([
        { kind: 'capture', entries: 3 },
        { kind: 'processor_fee', entries: 3 },
        { kind: 'refund', entries: 1 },
      ])
      expect(await startOperator(world, ['reconcile']).said).toContain('no difference')
      await expectWholeWorld(world, { jobs: 3 })
      reportFault(context, {
        fault: 'all processes die while Stripe moves money',
        done: 'kill -9 before and after a capture, after a release, after a refund',
        found: 'each done once and booked once; the gateway’s books agree',
        recoveryMs,
      })
    }),
  300_000,
)

const BOOKED = `select kind, count(*)::int as entries from ledger_entries
  where kind in ('capture', 'processor_fee', 'refund') group by kind order by kind`

interface Bought {
  session: string
  intent: string
  payment: string
}

async function pay(fan: Visitor, session: string, stripe: StripeStandIn): Promise<Bought> {
  const { id: intent } = await stripe.pay(session)
  const { body } = await sessionOf(fan, session)
  expect(body.payment_status).toBe('paid')
  return { session, intent, payment: body.payment.id }
}

async function run(world: World, fan: Visitor, workflowId: string, session: string) {
  const { body } = await remix(fan, workflowId, { session_id: session })
  await untilCompleted(world, body.job_id)
}
