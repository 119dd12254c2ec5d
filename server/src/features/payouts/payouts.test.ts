import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import {
  newPayee,
  payNow,
  postedFor,
  reasonsOf,
  transfersOf,
} from '../../../test/support/money/pay-creators.ts'
import { newId } from '../../platform/ids.ts'
import { payoutRuns } from '../../schema/payouts.ts'
import { getPayouts } from './get-payouts.ts'
import { checkAccount } from './refresh-account.ts'
import { lastRunAt } from './rules.ts'
import { sendPayout } from './send-payout.ts'
import { startRun } from './start-run.ts'
import { sweepPayouts } from './sweep-payouts.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

test('cleared money leaves with the run, arrives, and is posted once', async () => {
  const creator = await newPayee(world)
  expect(await reasonsOf(world, creator)).toEqual(['next_run 2100'])
  const payout = await payNow(world, creator)
  expect(payout).toMatchObject({ amount: 2_100, state: 'scheduled', book: 'test:sandbox' })
  expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
  await sendPayout(world.ctx, payout.id)
  world.vendor.bank(payout.accountId, 'paid')
  await checkAccount(world.ctx, payout.accountId)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(world, creator)).toEqual([])
  expect(await postedFor(world, payout.id)).toEqual([
    'payout creator 2100',
    'payout in_transit -2100',
    'transfer_made in_transit 2100',
    'transfer_made gateway -2100',
  ])
  const shown = await getPayouts(actAs(world.ctx, creator), { limit: 20 })
  expect(shown).toMatchObject({ unpaid: 0, paid: 2_100, payouts: [{ state: 'paid' }] })
})

test('ten runs at once take the money once', async () => {
  const creator = await newPayee(world)
  const one = { dueAt: world.ctx.clock.now(), by: 'operator', only: [creator.id] } as const
  await Promise.all(Array.from({ length: 10 }, () => startRun(world.ctx, one)))
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      startRun(world.ctx, { ...one, dueAt: new Date(one.dueAt.getTime() + at + 1) }),
    ),
  )
  expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
})

test('a confirmed run that was cut off goes on with the confirmed creators and sums alone', async () => {
  const [paid, changed, other] = [
    await newPayee(world),
    await newPayee(world),
    await newPayee(world),
  ]
  const now = world.ctx.clock.now()
  await startRun(world.ctx, { dueAt: lastRunAt(now), by: 'schedule', only: [] })
  await world.ctx.db.insert(payoutRuns).values({
    id: newId(),
    book: 'test:sandbox',
    dueAt: now,
    by: 'operator',
    confirmed: { [paid.id]: 2_100, [changed.id]: 2_000 },
    startedAt: new Date(now.getTime() - 6 * 60_000),
  })
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(world, paid)).toEqual(['in_transit 2100'])
  expect(await reasonsOf(world, changed)).toEqual(['next_run 2100'])
  expect(await reasonsOf(world, other)).toEqual(['next_run 2100'])
})

test('ten processes that send one payout ask the vendor once', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.asked = 0
  await Promise.all(Array.from({ length: 10 }, () => sendPayout(world.ctx, payout.id)))
  expect(world.vendor.asked).toBe(1)
  expect(transfersOf(world, creator)).toHaveLength(1)
})

test.each([
  ['whose answer was lost', 'lost'],
  ['whose failure the vendor keeps with the key though the money went', 'kept_though_made'],
  ['whose failure the vendor keeps with the key', 'kept'],
  ['that did not reach the vendor', 'away'],
] as const)('a payout %s is sent again and paid once', async (_, fault) => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.faults = [fault]
  await expect(sendPayout(world.ctx, payout.id)).rejects.toThrow()
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'in_transit' })
  expect(transfersOf(world, creator)).toHaveLength(1)
})

test('a process killed while it asks the vendor leaves the payout locked for minutes, then the sweep goes on', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.faults = ['hang']
  void sendPayout(world.ctx, payout.id)
  await expect.poll(() => transfersOf(world, creator).length).toBe(1)
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'sending' })
  world.wait(1)
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'in_transit' })
  expect(transfersOf(world, creator)).toHaveLength(1)
})

test('payouts that our balance was too small for leave within the hour after it is filled', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.balance = 2_099
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({
    state: 'failed',
    failure: 'insufficient_balance',
  })
  world.wait(0.1)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(world, creator)).toEqual(['delayed 2100'])
  world.vendor.balance = 1e12
  await sweepPayouts(world.ctx)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
})

test('a Friday on which no process ran is made up for by the sweep, once', async () => {
  const creator = await newPayee(world)
  world.wait(7)
  await sweepPayouts(world.ctx)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
})

test('parts of the sweep that fail hold up no other part, and are told at its end', async () => {
  const { pool } = world.database
  const stuck = await newPayee(world)
  const forgotten = await newPayee(world)
  const payout = await payNow(world, forgotten)
  const friday = await newPayee(world)
  world.wait(7)
  await pool.query('delete from pgboss.job')
  await pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.principal_id = '${stuck.id}' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_one before insert on payouts for each row execute function refuse_one()`)
  const deliverEvents = () => Promise.reject(new Error('no event was delivered'))
  const ctx = { ...world.ctx, payoutGateway: { ...world.vendor, deliverEvents } }
  await expect(sweepPayouts(ctx)).rejects.toThrow('no event was delivered')
  expect(await reasonsOf(world, friday)).toEqual(['in_transit 2100'])
  world.clock.advance(1)
  await expect(sweepPayouts(ctx)).rejects.toThrow('parts of a sweep failed')
  await pool.query('drop trigger refuse_one on payouts')
  const { rows } = await pool.query(`select 1 from pgboss.job where data ->> 'payoutId' = $1`, [
    payout.id,
  ])
  expect(rows).toHaveLength(1)
  world.clock.advance(1)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(world, stuck)).toEqual(['in_transit 2100'])
})
