import { expect, test } from 'vitest'
import { buy } from './support/buy.ts'
import { expectPaidOnce } from './support/expect-paid-once.ts'
import { holdAnswer } from './support/hold-answer.ts'
import { ask } from './support/installation.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import {
  atStripe,
  byStripe,
  deliverPayoutNews,
  EARNED,
  preparePayee,
  type Ways,
} from './support/prepare-payee.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { ahead } from './support/start-process.ts'
import { withStripeWorld } from './support/stripe-world.ts'
import { withWorld } from './support/with-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The sale has cleared by then, and the new bank account is used. */
const CLEARED_MS = 20 * DAY_MS
/** A longer time than the lease under which one process sends a payout. */
const LEASE_MS = 6 * MINUTE_MS

const payOut = (world: World, ms = CLEARED_MS) =>
  startOperator(world, ['call', 'startPayoutRun', `total=${EARNED}`, 'payouts=1'], ahead(ms))

const bySandbox: Ways = {
  pay: buy,
  async identify(url) {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        name: 'Ada Lovelace',
        birthday: '1990-01-31',
        bank: '000123456789',
      }),
    })
    expect(answer.status).toBe(303)
  },
}

const inSandbox = (world: World) => async () =>
  (await ask(world, `select object->>'amount' as amount from stripe_sandbox.transfers`)).map(
    (row) => Number(row.amount),
  )

async function untilSent(world: World): Promise<void> {
  const sent = () =>
    ask(world, `select 1 as sent from payouts where state in ('in_transit', 'paid')`)
  await expect.poll(sent, { timeout: 90_000 }).toEqual([{ sent: 1 }])
}

async function expectNoDifference(world: World): Promise<void> {
  const { said } = startOperator(world, ['payouts', 'compare'], ahead(CLEARED_MS))
  expect(await said).toContain('No difference.')
}

const MOMENTS = [
  {
    state: 'begun and nothing written',
    table: 'payouts',
    dies: 'operator',
    found: 'nothing taken; the next run paid once',
  },
  {
    state: 'asked of the vendor and not made',
    table: 'stripe_sandbox.transfers',
    dies: 'worker',
    found: 'made by another worker, once',
  },
  {
    state: 'made at the vendor and not booked',
    table: 'ledger_entries',
    dies: 'worker',
    found: 'found by another worker and booked, not made again',
  },
] as const

test.for(MOMENTS)('a payout survives kill -9 with the payout $state', async (moment, context) => {
  await withWorld({}, async (world) => {
    await preparePayee(world, bySandbox)
    if (moment.dies === 'operator') {
      const held = await lockTable(world, moment.table)
      const doomed = payOut(world)
      await held.untilMet()
      doomed.process.kill('SIGKILL')
      await doomed.said
      await held.release()
      expect(await ask(world, 'select id from payouts')).toEqual([])
    }
    expect(await payOut(world, CLEARED_MS + MINUTE_MS).said).toContain('$14.00')
    if (moment.dies === 'worker') {
      const held = await lockTable(world, moment.table)
      const doomed = await world.start('worker', ahead(CLEARED_MS + MINUTE_MS))
      await held.untilMet()
      await doomed.kill()
      await held.release()
      expect(await ask(world, 'select state from payouts')).toEqual([{ state: 'sending' }])
    }
    const watch = startWatch()
    await world.start('worker', ahead(CLEARED_MS + LEASE_MS))
    await untilSent(world)
    const recoveryMs = watch()
    await expectPaidOnce(world, inSandbox(world))
    await expectNoDifference(world)
    reportFault(context, {
      fault: `a process dies with a payout ${moment.state}`,
      done: `kill -9 of the ${moment.dies} at that very write, another worker started (six minutes later by its clock)`,
      found: moment.found,
      recoveryMs,
    })
  })
})

test('ten runs at once, of ten processes, pay once', async (context) => {
  await withWorld({}, async (world) => {
    await preparePayee(world, bySandbox)
    const workers = [
      world.start('worker', ahead(CLEARED_MS)),
      world.start('worker', ahead(CLEARED_MS)),
    ]
    await Promise.all(Array.from({ length: 10 }, () => payOut(world).said))
    await Promise.all(workers)
    await untilSent(world)
    expect(await ask(world, 'select count(*)::int as payouts from payouts')).toEqual([
      { payouts: 1 },
    ])
    await expectPaidOnce(world, inSandbox(world))
    await expectNoDifference(world)
    reportFault(context, {
      fault: 'ten runs of payouts at once',
      done: '`call startPayoutRun` in ten processes, two workers sending',
      found: 'one payout, one transfer',
    })
  })
})

test.for(['before', 'after'] as const)(
  'a worker killed while Stripe answers, %s Stripe has made the transfer, pays once',
  async (when, context) => {
    await withStripeWorld(async (world, stripe) => {
      const payee = await preparePayee(world, byStripe(stripe))
      const killed = new AbortController()
      const held = holdAnswer(stripe, killed.signal, /^POST \/v1\/transfers$/, when)
      expect(await payOut(world).said).toContain('$14.00')
      const doomed = await world.start('worker', ahead(CLEARED_MS))
      await held
      await doomed.kill()
      killed.abort()
      expect(await atStripe(stripe, payee)()).toEqual(when === 'after' ? [EARNED] : [])
      const watch = startWatch()
      await world.start('worker', ahead(CLEARED_MS + LEASE_MS))
      await untilSent(world)
      const recoveryMs = watch()
      await expectPaidOnce(world, atStripe(stripe, payee))
      await expectNoDifference(world)
      reportFault(context, {
        fault: `a worker dies ${when} Stripe makes a transfer`,
        done: 'kill -9 while Stripe answers, another worker started (six minutes later by its clock)',
        found: when === 'after' ? 'found at Stripe and booked, not made again' : 'made once',
        recoveryMs,
      })
    })
  },
)

test('answers of Stripe that are lost or fail, and news that comes doubled, late and of a bank, pay once', async (context) => {
  await withStripeWorld(async (world, stripe) => {
    const payee = await preparePayee(world, byStripe(stripe))
    const on = /^POST \/v1\/transfers$/
    // The first answer is lost after the transfer was made; a retry by the SDK meets a kept 500.
    stripe.faults.push({ on, when: 'before', effect: 500 })
    stripe.faults.push({ on, when: 'after', effect: () => undefined })
    expect(await payOut(world).said).toContain('$14.00')
    const [web] = await Promise.all([
      world.start('web', ahead(CLEARED_MS)),
      world.start('worker', ahead(CLEARED_MS)),
    ])
    await untilSent(world)
    await expectPaidOnce(world, atStripe(stripe, payee))

    const [bank] = await stripe.list('payout', { account: payee.accountId })
    await stripe.settlePayout(bank?.id ?? '', 'paid')
    await deliverPayoutNews(stripe, web.url, { times: 10, aheadMs: CLEARED_MS })
    const states = () => ask(world, 'select state, reason, reversed::int from payouts')
    await expect
      .poll(states, { timeout: 60_000 })
      .toEqual([{ state: 'paid', reason: null, reversed: 0 }])
    await expectPaidOnce(world, atStripe(stripe, payee))

    // The bank sends the money back, and Stripe takes it back to us.
    const [transfer] = await stripe.list('transfer')
    await stripe.call('POST', `/v1/transfers/${transfer?.id}/reversals`)
    await deliverPayoutNews(stripe, web.url, { times: 3, aheadMs: CLEARED_MS })
    await expect
      .poll(states, { timeout: 60_000 })
      .toMatchObject([{ state: 'returned', reversed: EARNED }])
    const owed = `
      select -sum(p.amount)::int as cents from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.kind = 'creator'`
    expect(await ask(world, owed)).toEqual([{ cents: EARNED }])
    await expectNoDifference(world)
    reportFault(context, {
      fault: 'Stripe’s answers to a transfer fail and get lost; its news comes tenfold',
      done: 'a 500, a cut line, each event ten times at once; then the money comes back',
      found: 'one transfer, paid once; what came back is the creator’s again, once',
    })
  })
}, 300_000)
