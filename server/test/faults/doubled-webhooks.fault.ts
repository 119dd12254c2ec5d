import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { checkOut } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted } from './support/follow-job.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { deliverTenfold, untilPayment, withStripeWorld } from './support/stripe-world.ts'

test(
  'webhooks delivered ten times count once',
  (context) =>
    withStripeWorld(async (world, stripe) => {
      const { url } = await world.start('all')
      const fan = new Visitor(url)
      const id = await publishSketch(new Visitor(url), 300)
      const session = (await checkOut(fan, id)).session_id
      await stripe.pay(session)
      const watch = startWatch()
      const paid = await stripe.list('event')
      await deliverTenfold([url], stripe, paid)
      // Only a webhook can have authorised the payment, since no client asked for its state.
      await untilPayment(world, session, 'authorized')
      const recoveryMs = watch()
      await untilCompleted(world, (await remix(fan, id)).body.job_id)
      await untilPayment(world, session, 'captured')
      const sold = (await stripe.list('event')).slice(paid.length)
      expect(sold.map(({ type }) => type)).toContain('payment_intent.succeeded')
      await deliverTenfold([url], stripe, sold)
      const { rows } = await world.database.pool.query('select id from webhook_events')
      expect(rows).toHaveLength(paid.length + sold.length)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'webhooks come doubled',
        done: 'each event of a sale ten times at once',
        found: 'each kept once, one run, captured and booked once',
        recoveryMs,
      })
    }),
  120_000,
)
