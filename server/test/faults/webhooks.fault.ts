import type { StripeEvent } from '@vignette/stripe-sandbox'
import { expect, test } from 'vitest'
import { remix, sessionOf } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { checkOut } from './support/buy.ts'
import { expectEverythingEnds, expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted } from './support/follow-job.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import {
  deliver,
  deliverTenfold,
  stateOfPayment,
  untilPayment,
  withStripeWorld,
} from './support/stripe-world.ts'

const HOUR_SECONDS = 3_600

test('webhooks that arrive late, reordered and at two processes change nothing', (context) =>
  withStripeWorld(async (world, stripe) => {
    const [here, there] = await Promise.all([
      world.start('web'),
      world.start('web'),
      world.start('worker'),
    ])
    const fan = new Visitor(here.url)
    const id = await publishSketch(new Visitor(here.url), 300)
    // Both checkouts open before the first is paid, since an open authorisation refuses further checkouts.
    const sold = (await checkOut(fan, id)).session_id
    const released = (await checkOut(fan, id)).session_id
    for (const session of [sold, released]) {
      await stripe.pay(session)
      // No webhook is delivered: the buyer's return makes the server ask Stripe.
      await sessionOf(fan, session)
      expect(await stateOfPayment(world, session)).toBe('authorized')
    }
    const job = await remix(fan, id, { session_id: sold })
    await untilCompleted(world, job.body.job_id)
    await untilPayment(world, sold, 'captured')
    const open = await sessionOf(fan, released)
    await fan.call('POST', `/payment/${open.body.payment.id}/release`)
    await untilPayment(world, released, 'released')
    const watch = startWatch()
    for (const event of (await stripe.list('event')).toReversed())
      await deliverTenfold([here.url, there.url], stripe, [event])
    await expectEverythingEnds(world)
    const recoveryMs = watch()
    // The newest event is "paid" for one payment and "capturable" for the other.
    expect(await stateOfPayment(world, sold)).toBe('captured')
    expect(await stateOfPayment(world, released)).toBe('released')
    expect((await remix(fan, id)).status).toBe(402)
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'webhooks come late and reordered',
      done: 'all of a sale and of a release, newest first, tenfold, at two processes',
      found: 'captured once, what was released stayed so',
      recoveryMs,
    })
  }))

test('forged webhooks pay for no run', (context) =>
  withStripeWorld(async (world, stripe) => {
    const { url } = await world.start('all')
    const fan = new Visitor(url)
    const id = await publishSketch(new Visitor(url), 300)
    const session = (await checkOut(fan, id)).session_id
    const forged: StripeEvent = {
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: { id: session, payment_intent: 'pi_forged', metadata: {} } },
    }
    const good = stripe.sign(forged)
    const body = Buffer.from(good.body.toString().replace('evt_forged', 'evt_changed'))
    const tries = [
      stripe.sign(forged, { secret: 'whsec_guessed' }),
      stripe.sign(forged, { timestamp: forged.created - HOUR_SECONDS }),
      { ...good, body },
      { ...good, headers: { 'content-type': 'application/json' } },
    ]
    for (const one of tries) expect(await deliver(url, one)).toBe(400)
    const kept = await world.database.pool.query('select id from webhook_events')
    expect(kept.rows).toEqual([])
    // Even a correctly signed event only makes the server ask Stripe, whose answer decides.
    expect(await deliver(url, good)).toBe(200)
    await expectEverythingEnds(world)
    expect(await stateOfPayment(world, session)).toBe('created')
    expect((await remix(fan, id)).status).toBe(402)
    const watch = startWatch()
    await stripe.pay(session)
    await deliverTenfold([url], stripe, await stripe.list('event'))
    await untilPayment(world, session, 'authorized')
    const recoveryMs = watch()
    await untilCompleted(world, (await remix(fan, id)).body.job_id)
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'webhooks are forged',
      done: 'a guessed secret, an old signature, a changed body, none; one well signed and untrue',
      found: 'refused; the gateway itself was asked; the true ones then counted',
      recoveryMs,
    })
  }))
