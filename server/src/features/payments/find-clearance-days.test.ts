import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { inTransaction, type Principal } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { post } from '../ledger/index.ts'
import { listLedgerLines } from '../ledger/queries.ts'
import { performCapture } from './capture/capture.ts'
import { findClearanceDays } from './find-clearance-days.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { refundPayment } from './refunds/request-refund.ts'
import { isNewCreator } from './rules.ts'

const DAY = 86_400_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const daysOf = ({ id }: Principal) => findClearanceDays(world.ctx, id, 'test:sandbox')

async function sell(creator: Principal, buyer?: Principal): Promise<string> {
  const { id } = await world.deliverPaid({
    buyer: buyer ?? (await world.newPrincipal('visitor')),
    recipe: recipeOf(creator),
  })
  await performCapture(world.ctx, id)
  return id
}

function payOut(
  creator: Principal,
  ...kinds: ('payout' | 'transfer_made' | 'payout_returned')[]
): Promise<void> {
  const move = {
    payoutId: newId(),
    principalId: creator.id,
    amount: 100,
    nth: 1,
    book: 'test:sandbox' as const,
    currency: 'usd',
    occurredAt: world.ctx.clock.now(),
  }
  return inTransaction(world.ctx, async (tx) => {
    for (const kind of kinds) await post(tx, kind, move)
  })
}

test('a creator is new until a payout was made, thirty days have passed and five buyers have paid', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const known = { paidOut: true, firstSaleAt: new Date(now.getTime() - 30 * DAY), buyers: 5 }
  expect(isNewCreator(known, now)).toBe(false)
  expect(isNewCreator({ ...known, paidOut: false }, now)).toBe(true)
  expect(isNewCreator({ ...known, buyers: 4 }, now)).toBe(true)
  expect(isNewCreator({ ...known, firstSaleAt: new Date(now.getTime() - 30 * DAY + 1) }, now)).toBe(
    true,
  )
  expect(isNewCreator({ ...known, firstSaleAt: null }, now)).toBe(true)
})

test('sales clear after 14 days until the creator is known, and the day of a sale stays', async () => {
  const creator = await world.newPrincipal()
  const first = await sell(creator)
  const buyer = await world.newPrincipal('visitor')
  for (let time = 0; time < 4; time++) await sell(creator, buyer)
  world.clock.advance(31 * DAY)
  await payOut(creator, 'payout', 'transfer_made')
  expect(await daysOf(creator)).toBe(14)
  for (let time = 0; time < 3; time++) await sell(creator)
  expect(await daysOf(creator)).toBe(7)
  const last = await sell(creator)
  const waits = async (paymentId: string) => {
    const lines = await listLedgerLines(world.ctx, { paymentId })
    const line = lines.find(({ account }) => account === 'creator')
    return ((line?.clearsAt?.getTime() ?? 0) - (line?.occurredAt.getTime() ?? 0)) / DAY
  }
  expect([await waits(first), await waits(last)]).toEqual([14, 7])
})

test('refunded sales, returned sales and the creator’s own purchases do not make a creator established', async () => {
  const creator = await world.newPrincipal()
  const guest = await world.newPrincipal('visitor')
  const refunded = await sell(creator)
  for (let time = 0; time < 3; time++) await sell(creator)
  await sell(creator, guest)
  world.clock.advance(31 * DAY)
  await payOut(creator, 'payout')
  expect(await daysOf(creator)).toBe(14)
  await payOut(creator, 'payout', 'transfer_made', 'payout_returned')
  expect(await daysOf(creator)).toBe(14)
  await payOut(creator, 'payout', 'transfer_made')
  expect(await daysOf(creator)).toBe(7)
  const refund = await refundPayment(world.ctx, { paymentId: refunded, reason: 'a test' })
  await performRefund(world.ctx, refund.id)
  expect(await daysOf(creator)).toBe(14)
  await sell(creator)
  expect(await daysOf(creator)).toBe(7)
  const claim = { claimedBy: creator.id, claimedAt: world.clock.now() }
  await world.database.db.update(principals).set(claim).where(eq(principals.id, guest.id))
  expect(await daysOf(creator)).toBe(14)
})
