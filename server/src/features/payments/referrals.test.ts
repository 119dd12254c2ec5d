import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  type Purchase,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { lifetimeOf, newPeople } from '../../../test/support/money/people.ts'
import type { Principal } from '../../ctx.ts'
import { inTransaction } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { signFan } from '../identity/cookies.ts'
import { identityEvents } from '../identity/index.ts'
import { getOwed } from '../ledger/index.ts'
import { listLedgerLines } from '../ledger/queries.ts'
import { performCapture } from './capture/capture.ts'
import { findBySession } from './checkout/authorisation.ts'
import { forgetInputs } from './forget-inputs.ts'
import { readLedBy, signLedBy } from './referral.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { refundPayment } from './refunds/request-refund.ts'
import { divideSale } from './shares.ts'

const DAY = 86_400_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const ledBy = ({ id }: Principal, daysAgo = 0) => ({
  ledBy: signLedBy(
    world.ctx,
    { referrerId: id, since: new Date(world.clock.now().getTime() - daysAgo * DAY) },
    undefined,
  ),
})

async function buy(purchase: Purchase & { card?: string }) {
  const paid = await world.deliverPaid(purchase)
  await performCapture(world.ctx, paid.id)
  return world.payment(paid.id)
}

async function opened(purchase: Purchase) {
  const row = await findBySession(world.ctx, purchase.buyer.id, await world.checkout(purchase))
  if (!row) throw new Error('no such payment')
  return row
}

async function newSale(price = 300) {
  const { creator, buyer } = await newPeople(world)
  return { creator, buyer, recipe: recipeOf(creator, price), fan: await world.newPrincipal() }
}

/** Each account's part of an entry of the payment, debits above zero. */
async function linesOf(paymentId: string, kind: string) {
  const lines = await listLedgerLines(world.ctx, { paymentId })
  return Object.fromEntries(
    lines.filter((line) => line.kind === kind).map(({ account, amount }) => [account, amount]),
  )
}

async function refusalOf(paymentId: string): Promise<unknown> {
  const { rows } = await world.database.pool.query<{ why: string }>(
    `select detail ->> 'why' as why from payment_events
     where payment_id = $1 and name = 'referral.refused'`,
    [paymentId],
  )
  return rows[0]?.why
}

test('a new buyer’s purchase pays the fan 5% out of the platform’s part, and the creator 70% as before', async () => {
  const { creator, buyer, recipe, fan } = await newSale()
  const paid = await buy({ buyer, recipe, from: ledBy(fan) })
  expect(paid).toMatchObject({ referrerId: fan.id, referralPercent: 5 })
  expect(await linesOf(paid.id, 'capture')).toEqual({
    gateway: 300,
    creator: -210,
    referrer: -15,
    platform: -75,
  })
  expect(await lifetimeOf(world, creator.id)).toBe(210)
  expect(await lifetimeOf(world, fan.id)).toBe(15)
  // On a receipt, the platform's part includes the commission.
  expect(divideSale(paid)).toEqual({ creator: 210, tax: 0, platform: 90 })
  const [creators, fans] = (await listLedgerLines(world.ctx, { paymentId: paid.id })).filter(
    ({ clearsAt }) => clearsAt !== null,
  )
  expect(fans?.clearsAt).toEqual(creators?.clearsAt)
})

test('the commission shrinks to what card fee and cost leave, down to nothing', async () => {
  // Of $1.20 the platform has 36¢; the card fee (33¢) and the run (5¢) leave nothing. Of $1.40 they
  // leave 3¢.
  for (const [price, commission] of [
    [120, undefined],
    [140, -3],
    [1_000, -50],
  ] as const) {
    const { buyer, recipe, fan } = await newSale(price)
    const { id } = await buy({ buyer, recipe, from: ledBy(fan) })
    expect((await linesOf(id, 'capture'))['referrer']).toBe(commission)
  }
})

test('a refund takes back the commission of the refunded part, in several refunds as in one', async () => {
  const { creator, buyer, recipe, fan } = await newSale()
  const { id } = await buy({ buyer, recipe, from: ledBy(fan) })
  const refund = async (amount?: number) => {
    const { id: refundId } = await refundPayment(world.ctx, { paymentId: id, amount, reason: 'x' })
    await performRefund(world.ctx, refundId)
  }
  await refund(100)
  expect(await linesOf(id, 'refund')).toEqual({
    gateway: -100,
    creator: 70,
    referrer: 5,
    platform: 25,
  })
  await refund()
  expect(await lifetimeOf(world, fan.id)).toBe(0)
  expect(await lifetimeOf(world, creator.id)).toBe(0)
})

test('an open dispute sets the commission aside, and a won dispute returns the commission', async () => {
  const { buyer, recipe, fan } = await newSale()
  const { id, sessionId, book } = await buy({ buyer, recipe, from: ledBy(fan) })
  const owed = async () =>
    getOwed(world.ctx, [fan.id], { book, currency: 'usd' }, world.clock.now())
  const dispute = await world.sandbox.openDispute(sessionId ?? '', 300)
  await world.processEvents()
  expect(await linesOf(id, 'dispute_opened')).toMatchObject({ creator: 210, referrer: 15 })
  expect(await owed()).toMatchObject({ balance: 0, setAside: 15 })
  await world.sandbox.closeDispute(dispute, 'won')
  await world.processEvents()
  expect(await owed()).toMatchObject({ balance: 15, setAside: 0 })
})

test('a buyer who bought before the visit, or buys after thirty days, brings no commission', async () => {
  const { buyer, recipe, fan } = await newSale()
  await buy({ buyer, recipe })
  world.clock.advance(1000)
  expect(await opened({ buyer, recipe, from: ledBy(fan) })).toMatchObject({ referrerId: null })
  const late = await newSale()
  const from = ledBy(late.fan)
  const kept = { buyer: late.buyer, recipe: late.recipe, from }
  world.clock.advance(REFERRAL.days * DAY - 1000)
  expect(await opened(kept)).toMatchObject({ referralPercent: 5 })
  world.clock.advance(1000)
  expect(await opened(kept)).toMatchObject({ referrerId: null })
})

test('every purchase of the thirty days counts, also the second one', async () => {
  const { buyer, recipe, fan } = await newSale()
  const from = ledBy(fan)
  await buy({ buyer, recipe, from })
  world.clock.advance(DAY)
  expect(await buy({ buyer, recipe, from })).toMatchObject({ referralPercent: 5 })
  expect(await lifetimeOf(world, fan.id)).toBe(30)
})

test('a cookie that is forged, from the future or signed with another key names no fan', async () => {
  const fan = await world.newPrincipal()
  const { ledBy: good } = ledBy(fan)
  const other = {
    config: { ...world.ctx.config, secret: ['another-secret'] as const },
    clock: world.clock,
  }
  expect(readLedBy(world.ctx, good)).toMatchObject({ referrerId: fan.id })
  expect(readLedBy(other, good)).toBeUndefined()
  const { id } = await world.newPrincipal()
  expect(readLedBy(world.ctx, good.replace(fan.id, id))).toBeUndefined()
  expect(readLedBy(world.ctx, ledBy(fan, -1).ledBy)).toBeUndefined()
  expect(readLedBy(world.ctx, undefined)).toBeUndefined()
})

test('a fan is paid nothing for an own purchase, for an own recipe, or for a purchase in the same browser', async () => {
  const { creator, buyer, recipe, fan } = await newSale()
  const own = await buy({ buyer: fan, recipe, from: ledBy(fan) })
  const sold = await buy({ buyer, recipe, from: ledBy(creator) })
  const fanOf = signFan(world.ctx, fan.id)
  const other = await world.newPrincipal('visitor')
  const same = await buy({ buyer: other, recipe, from: { ...ledBy(fan), fanOf } })
  for (const [{ id, referralPercent }, why] of [
    [own, 'buyer'],
    [sold, 'creator'],
    [same, 'browser'],
  ] as const) {
    expect(referralPercent).toBe(0)
    expect(await refusalOf(id)).toBe(why)
    expect((await linesOf(id, 'capture'))['referrer']).toBeUndefined()
  }
})

test('a buyer with a card of the fan’s own purchases pays no commission', async () => {
  const { buyer, recipe, fan } = await newSale()
  const card = '5555555555554444'
  await buy({ buyer: fan, recipe, card })
  const paid = await buy({ buyer, recipe, card, from: ledBy(fan) })
  expect(paid).toMatchObject({ referrerId: fan.id, referralPercent: 0 })
  expect(await refusalOf(paid.id)).toBe('card')
})

test('a visitor who signs in as the fan before the capture pays no commission', async () => {
  const { buyer, recipe, fan } = await newSale()
  const authorized = await world.authorize({ buyer, recipe, from: ledBy(fan) })
  expect(authorized).toMatchObject({ referralPercent: 5 })
  const run = await world.startRun(buyer, recipe, authorized.sessionId ?? '')
  await world.deliver(run)
  await inTransaction(world.ctx, async (tx) => {
    await tx.db.update(principals).set({ claimedBy: fan.id }).where(eq(principals.id, buyer.id))
    await identityEvents.visitorClaimed.emit(tx, { from: buyer.id, to: fan.id })
  })
  await performCapture(world.ctx, authorized.id)
  expect(await world.payment(authorized.id)).toMatchObject({ referralPercent: 0 })
  expect(await refusalOf(authorized.id)).toBe('buyer')
  expect(await lifetimeOf(world, fan.id)).toBe(0)
})

test('a deleted or banned fan earns no commission', async () => {
  const now = world.clock.now()
  for (const gone of [{ deletedAt: now, issuer: null, subject: null }, { bannedAt: now }]) {
    const { buyer, recipe, fan } = await newSale()
    await world.database.db.update(principals).set(gone).where(eq(principals.id, fan.id))
    expect(await opened({ buyer, recipe, from: ledBy(fan) })).toMatchObject({ referrerId: null })
  }
})

test('of ten checkouts of two recipes with one cookie, at once, each pays the same fan once', async () => {
  const { buyer, recipe, fan } = await newSale()
  const second = recipeOf(await world.newPrincipal())
  const from = ledBy(fan)
  const bought = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      opened({ buyer, recipe: at % 2 ? recipe : second, from }),
    ),
  )
  expect(bought.map(({ referrerId, referralPercent }) => [referrerId, referralPercent])).toEqual(
    Array.from({ length: 10 }, () => [fan.id, 5]),
  )
  const paid = [
    await world.deliverPaid({ buyer, recipe, from }),
    await world.deliverPaid({ buyer, recipe: second, from }),
  ]
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => performCapture(world.ctx, paid[at % 2]?.id ?? '')),
  )
  expect(await lifetimeOf(world, fan.id)).toBe(30)
})

test('the database refuses to name a referrer later, and to raise a percentage', async () => {
  const { buyer, recipe, fan } = await newSale()
  const bare = await buy({ buyer, recipe })
  const led = await buy({
    buyer: await world.newPrincipal('visitor'),
    recipe,
    from: ledBy(fan),
  })
  for (const change of [
    `update payments set referrer_id = '${fan.id}', referral_percent = 5 where id = '${bare.id}'`,
    `update payments set referral_percent = 6 where id = '${led.id}'`,
    `update payments set referral_percent = 0 where id = '${led.id}'`,
  ]) {
    await expect(world.database.pool.query(change)).rejects.toThrow('decided at checkout')
  }
})

test('the hashes of a referred sale are kept for sixty days, the hashes of every other sale for a day', async () => {
  const { buyer, recipe, fan } = await newSale()
  const bare = await buy({ buyer, recipe })
  const from = { ...ledBy(fan), address: '93.184.216.34' }
  const led = await buy({ buyer: await world.newPrincipal('visitor'), recipe, from })
  expect(led.widerNetwork).not.toBeNull()
  world.clock.advance(2 * DAY)
  await forgetInputs.run(world.ctx)
  expect(await world.payment(bare.id)).toMatchObject({ card: null, network: null })
  expect(await world.payment(led.id)).toMatchObject({
    card: led.card,
    widerNetwork: led.widerNetwork,
  })
  world.clock.advance(60 * DAY)
  await forgetInputs.run(world.ctx)
  expect(await world.payment(led.id)).toMatchObject({ card: null, widerNetwork: null })
})
