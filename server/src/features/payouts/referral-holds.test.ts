import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Purchase, recipeOf } from '../../../test/support/money/create-money-world.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { inTransaction, type Principal } from '../../ctx.ts'
import { performCapture } from '../payments/capture/capture.ts'
import { recordEvent } from '../payments/payment.ts'
import { signLedBy } from '../payments/referral.ts'
import { sweepHolds } from './apply-hold-rules.ts'
import { listUnpaid } from './position.ts'
import { startRun } from './start-run.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

async function newFan(): Promise<Principal> {
  const fan = await world.newPrincipal()
  await world.openAccount(fan)
  return fan
}

const ADDRESSES = ['93.184.216.', '198.41.0.', '192.58.128.', '199.7.83.', '202.12.27.']
let counted = 0

/** A sale of $100.00 by the fan's link, of which $5.00 is the fan's; each has a buyer, creator, card and network of its own. */
async function refer(fan: Principal, given: Partial<Purchase> & { card?: string } = {}) {
  counted += 1
  const ledBy = signLedBy(world.ctx, { referrerId: fan.id, since: world.clock.now() }, undefined)
  const { id } = await world.deliverPaid({
    buyer: given.buyer ?? (await world.newPrincipal('visitor')),
    recipe: given.recipe ?? recipeOf(await world.newPrincipal(), 10_000),
    from: { ledBy, address: `${ADDRESSES[counted % 5]}${counted}`, ...given.from },
  })
  await performCapture(world.ctx, id)
  const card = given.card ?? `card ${counted}`
  await world.database.pool.query('update payments set card = $2 where id = $1', [id, card])
  return id
}

const linesOf = async ({ id }: Principal) =>
  (await listUnpaid(world.ctx, id)).map(({ reason, amount }) => `${reason} ${amount}`)

test('commission and earnings of one person clear with their sales and are paid together, in one payout', async () => {
  const fan = await newFan()
  for (let sale = 0; sale < 3; sale++) await refer(fan)
  await world.sell(fan, 3_000)
  expect(await linesOf(fan)).toEqual(['clearing 2100', 'new_creator 1500'])
  world.wait(15)
  expect(await linesOf(fan)).toEqual(['next_run 3600'])
  const { payouts } = await startRun(world.ctx, {
    dueAt: world.clock.now(),
    by: 'operator',
    only: [fan.id],
  })
  expect(payouts).toMatchObject([{ amount: 3_600 }])
})

test.each([
  ['card', { card: 'one card' }],
  ['network', { from: { address: '8.8.4.4' } }],
])('of a fan’s sales more than half with one %s are held, the others are paid', async (_, same) => {
  const fan = await newFan()
  await refer(fan)
  await refer(fan, same)
  world.wait(15)
  expect(await linesOf(fan)).toEqual(['next_run 1000'])
  await refer(fan, same)
  world.wait(15)
  expect(await linesOf(fan)).toEqual(['held 500', 'held 500', 'below_minimum 500'])
})

test('commission from sales that share a creator is held, also by the sweep, and released after sixty days', async () => {
  const fan = await newFan()
  const recipe = recipeOf(await world.newPrincipal(), 10_000)
  for (let sale = 0; sale < 3; sale++) await refer(fan, { recipe })
  world.wait(15)
  expect(await linesOf(fan)).toEqual(['held 1500'])
  await Promise.all(Array.from({ length: 10 }, () => sweepHolds(world.ctx)))
  const { rows } = await world.database.pool.query(
    'select code, amount::int from payout_holds where principal_id = $1',
    [fan.id],
  )
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ code: 'referral', amount: 500 })))
  world.wait(46)
  expect(await linesOf(fan)).toEqual(['next_run 1500'])
})

test('commission is not held where half of the sales share a creator', async () => {
  const fan = await newFan()
  const recipe = recipeOf(await world.newPrincipal(), 10_000)
  for (let sale = 0; sale < 2; sale++) {
    await refer(fan)
    await refer(fan, { recipe })
  }
  world.wait(15)
  expect(await linesOf(fan)).toEqual(['next_run 2000'])
})

test('two fans who buy by each other’s links are both held', async () => {
  const [one, other] = [await newFan(), await newFan()]
  await refer(one, { buyer: other })
  await refer(one)
  await refer(other, { buyer: one })
  world.wait(15)
  expect(await linesOf(one)).toEqual(['held 500', 'below_minimum 500'])
  expect(await linesOf(other)).toEqual(['held 500'])
})

test('the commission of a sale that the card network warns of is held', async () => {
  const fan = await newFan()
  const id = await refer(fan)
  world.wait(15)
  await inTransaction(world.ctx, (tx) => recordEvent(tx, id, 'gateway.warning', {}))
  expect(await linesOf(fan)).toEqual(['held 500'])
})
