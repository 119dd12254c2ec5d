// One file: all tests share one world of sales and payouts, and a second file would make a second one.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../../test/support/money/create-payout-world.ts'
import { codeOf, lifetimeOf, newPeople } from '../../../../test/support/money/people.ts'
import type { Principal } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { GatewayError } from '../../../providers/payments/spec.ts'
import { principals } from '../../../schema/identity.ts'
import { notices } from '../../../schema/notices.ts'
import { publicHandle } from '../../identity/index.ts'
import { listLedgerLines } from '../../ledger/queries.ts'
import { listUnpaid } from '../../payouts/position.ts'
import { startRun } from '../../payouts/start-run.ts'
import { performCapture } from '../capture/capture.ts'
import { paymentCommands } from '../cli.ts'
import { getReceipt } from '../receipt.ts'
import { performRefund } from '../refunds/perform-refund.ts'
import { listRefunds } from '../refunds/refund.ts'
import { refundPayment } from '../refunds/request-refund.ts'
import { exportSales } from './export-sales.ts'
import { type RefundSale, refundSale } from './refund-sale.ts'
import { listSales } from './sale.ts'

const DAY = 86_400_000

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

type People = Awaited<ReturnType<typeof newPeople>>

async function sell({ buyer, recipe }: People, change: object = {}): Promise<string> {
  const { id } = await world.deliverPaid({ buyer, recipe: { ...recipe, ...change } })
  await performCapture(world.ctx, id)
  return id
}

const as = (who: Principal) => actAs(world.ctx, who)

const refund = (who: Principal, paymentId: string, change: Partial<RefundSale> = {}) =>
  refundSale(as(who), { paymentId, reason: 'goodwill', note: '', ...change })

const list = (who: Principal, change: object = {}) => listSales(as(who), { limit: 20, ...change })

const told = async (to: Principal, kind: string) =>
  (await world.ctx.db.select().from(notices).where(eq(notices.ownerId, to.id))).filter(
    (one) => one.kind === kind,
  )

test('sales come newest first by cursor, with totals over all of them and nothing of the buyer', async () => {
  const people = await newPeople(world)
  const { creator, buyer } = people
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.unshift(await sell(people))
    world.clock.advance(60_000)
  }
  await sell(await newPeople(world))
  const first = await list(creator, { limit: 2 })
  expect(first.totals).toEqual({ sales: 3, price: 900, refunded: 0, disputed: 0, share: 630 })
  const rest = await list(creator, { limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.sales, ...rest.sales].map(({ id }) => id)).toEqual(ids)
  expect(rest.next_cursor).toBeNull()
  expect(first.sales[0]).toMatchObject({
    state: 'pending',
    price: 300,
    share: 210,
    share_percent: 70,
    card_fee: 39,
    card_fee_paid_by: 'platform',
    payouts: [],
    paid: 0,
    unpaid: 210,
    refundable: 300,
    refund_refusal: null,
  })
  expect(JSON.stringify(first)).not.toContain(buyer.id)
  expect((await list(buyer)).totals.sales).toBe(0)
  const [command] = paymentCommands.filter(({ name }) => name === 'sales list')
  expect(await command?.run(world.ctx, [creator.id, '--state', 'pending'])).toContain(
    '3 sales: $9.00 paid, $0.00 refunded, $0.00 disputed, $6.30 the creator’s.',
  )
  const handle = publicHandle({ ...creator, username: null })
  expect(await command?.run(world.ctx, [`@${handle}`])).toContain('3 sales: $9.00 paid')
  await expect(command?.run(world.ctx, ['nobody-by-that-name'])).rejects.toThrow('handle or the id')
})

test('sales are found by recipe, state and month, and the file holds the same', async () => {
  const people = await newPeople(world)
  const { creator } = people
  const other = newId()
  const cleared = await sell(people)
  world.clock.advance(15 * DAY)
  const pending = await sell(people, { workflowId: other, name: 'Other' })
  const refunded = await sell(people)
  await refund(creator, refunded, { amount: 100 })
  const disputed = await sell(people)
  await world.sandbox.openDispute((await world.payment(disputed)).sessionId ?? '')
  await world.processEvents()
  const find = async (change: object) => {
    const { sales, totals } = await list(creator, change)
    expect(totals.sales).toBe(sales.length)
    expect(totals.share).toBe(sales.reduce((sum, { share }) => sum + share, 0))
    const lines = (await exportSales(as(creator), change)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(sales.length + 1)
    return sales.map(({ id }) => id)
  }
  expect(await find({ state: 'cleared' })).toEqual([cleared])
  expect(await find({ state: 'pending' })).toEqual([pending])
  expect(await find({ state: 'refunded' })).toEqual([refunded])
  expect(await find({ state: 'disputed' })).toEqual([disputed])
  expect(await find({ workflow_id: other })).toEqual([pending])
  expect(await find({})).toHaveLength(4)
  const month = world.clock.now().toISOString().slice(0, 7)
  expect(await find({ month })).toHaveLength(4)
  expect(await find({ month: '2026-02' })).toEqual([])
  expect((await list(creator)).totals).toEqual({
    sales: 4,
    price: 1_200,
    refunded: 100,
    disputed: 300,
    share: 210 + 210 + 140,
  })
})

test('a visitor’s sales belong to the account that claims the visitor', async () => {
  const visitor = await world.newPrincipal('visitor')
  const people = await newPeople(world)
  const id = await sell({ ...people, recipe: { ...people.recipe, ownerId: visitor.id } })
  const account = await world.newPrincipal()
  expect(await codeOf(refund(account, id))).toContain('not_found')
  await world.ctx.db
    .update(principals)
    .set({ claimedBy: account.id })
    .where(eq(principals.id, visitor.id))
  expect((await list(account)).sales.map((sale) => sale.id)).toEqual([id])
  expect(await refund(account, id)).toMatchObject({ refunded: 300, share: 0 })
})

test('a refund in part tells its buyer why, on the receipt and as news, and takes 70% back', async () => {
  const people = await newPeople(world)
  const { creator, buyer } = people
  const id = await sell(people)
  const note = 'Sorry: the sky came out green.'
  expect(await refund(creator, id, { amount: 100, reason: 'broken', note })).toMatchObject({
    state: 'refunded',
    refunded: 100,
    refunding: 0,
    share: 140,
    refundable: 200,
    refunds: [{ amount: 100, state: 'succeeded', by: 'creator', reason: 'broken', note }],
  })
  const { creationId } = await world.payment(id)
  const { receipt } = await getReceipt(as(buyer), creationId ?? '')
  const why = 'The creator refunded this: the result is broken.'
  expect(receipt?.refunds).toMatchObject([{ amount: 100, failed: false, why, note }])
  expect(await told(buyer, 'refunded')).toMatchObject([{ facts: { cents: 100, why, note } }])
  expect(await told(creator, 'sale_refunded')).toEqual([])
  expect(await lifetimeOf(world, creator.id)).toBe(140)
})

test('a creator is told of a refund by the operator or at the gateway, with the creator’s share of the refund', async () => {
  const people = await newPeople(world)
  const { creator, buyer } = people
  const id = await sell(people)
  const { id: refundId } = await refundPayment(world.ctx, {
    paymentId: id,
    amount: 100,
    reason: 'for the records only',
  })
  await performRefund(world.ctx, refundId)
  const { sessionId, intentId } = await world.payment(id)
  await world.sandbox.refund(
    { sessionId: sessionId ?? '', intentId },
    { refundId: newId(), amount: 50, idempotencyKey: newId() },
  )
  await world.processEvents()
  const facts = (await told(creator, 'sale_refunded')).map((notice) => notice.facts)
  expect(facts).toHaveLength(2)
  expect(facts).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ by: 'operator', cents: 100, share: 70 }),
      expect.objectContaining({ by: 'gateway', cents: 50, share: 35 }),
    ]),
  )
  const seen = JSON.stringify([await list(creator), await told(buyer, 'refunded')])
  expect(seen).not.toContain('for the records only')
})

test('ten refunds at once by a creator who was paid out leave at most $50 owed back; the operator refunds on', async () => {
  const people = await newPeople(world)
  const { creator, recipe } = people
  const dear = { ...people, recipe: { ...recipe, price: 3_000 } }
  const ids: string[] = []
  for (let sale = 0; sale < 10; sale++) ids.push(await sell(dear))
  await world.openAccount(creator)
  world.wait(15)
  const dueAt = world.ctx.clock.now()
  const { payouts } = await startRun(world.ctx, { dueAt, by: 'operator', only: [creator.id] })
  expect(payouts).toMatchObject([{ amount: 21_000 }])
  const tried = await Promise.allSettled(ids.map((id) => refund(creator, id)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await lifetimeOf(world, creator.id)).toBe(16_800)
  const left = ids[tried.findIndex(({ status }) => status === 'rejected')] ?? ''
  expect(await codeOf(refund(creator, left))).toContain('owe back more than $50.00')
  const { id } = await refundPayment(world.ctx, { paymentId: left, reason: 'asked by mail' })
  expect(await performRefund(world.ctx, id)).toMatchObject({ state: 'succeeded' })
})

test('a refund that the bank sends back is told to buyer and creator, and the receipt says so', async () => {
  const people = await newPeople(world)
  const { creator, buyer } = people
  const id = await sell(people)
  await refund(creator, id, { amount: 100, reason: 'broken' })
  const { sessionId, creationId } = await world.payment(id)
  const view = await world.sandbox.find({ sessionId: sessionId ?? '' })
  await world.sandbox.settleRefund(view?.refunds[0]?.id ?? '', 'failed')
  await world.processEvents()
  await world.processEvents()
  const { receipt } = await getReceipt(as(buyer), creationId ?? '')
  expect(receipt).toMatchObject({ refunded: 0, refunds: [{ amount: 100, failed: true }] })
  const reason = 'The bank sent the refund back.'
  expect(await told(buyer, 'refund_failed')).toMatchObject([{ facts: { cents: 100, reason } }])
  expect(await told(creator, 'sale_refund_failed')).toMatchObject([
    { facts: { cents: 100, share: 70, reason } },
  ])
  expect(await lifetimeOf(world, creator.id)).toBe(210)
})

test('a stranger, another creator, a sale of another book and one not yet charged are not found', async () => {
  const people = await newPeople(world)
  const { creator, buyer, recipe } = people
  const id = await sell(people)
  const other = await world.newPrincipal()
  const unpaid = await world.authorize({ buyer, recipe })
  for (const [who, which] of [
    [other, id],
    [buyer, id],
    [creator, unpaid.id],
    [creator, newId()],
  ] as const) {
    expect(await codeOf(refund(who, which))).toBe('not_found: There is no such payment.')
  }
  const live = { ...world.ctx, gateway: { ...world.ctx.gateway, testMode: false } }
  expect(
    await codeOf(refundSale(actAs(live, creator), { paymentId: id, reason: 'goodwill', note: '' })),
  ).toBe('not_found: There is no such payment.')
  expect(await listRefunds(world.ctx, id)).toEqual([])
})

test('a creator refunds for 30 days, within what is left, and not while a bank decides', async () => {
  const people = await newPeople(world)
  const { creator } = people
  const old = await sell(people)
  world.clock.advance(30 * DAY + 1)
  expect(await codeOf(refund(creator, old))).toContain('for 30 days')
  const id = await sell(people)
  expect(await codeOf(refund(creator, id, { amount: 301 }))).toContain('between $0.01 and $3.00')
  const dispute = await world.sandbox.openDispute((await world.payment(id)).sessionId ?? '', 100)
  await world.processEvents()
  expect(await codeOf(refund(creator, id, { amount: 50 }))).toContain(
    'A bank is deciding a dispute about this sale.',
  )
  await world.sandbox.closeDispute(dispute, 'lost')
  await world.processEvents()
  expect(await codeOf(refund(creator, id))).toContain('refunds nothing more of it')
  expect((await list(creator, { state: 'disputed' })).sales[0]).toMatchObject({
    lost: 100,
    share: 140,
    refundable: 0,
  })
  await world.sandbox.closeDispute(dispute, 'won')
  await world.processEvents()
  expect(await refund(creator, id)).toMatchObject({ refunded: 300, share: 0 })
  expect(await codeOf(refund(creator, id))).toContain('Nothing is left to refund.')
})

test('ten refunds at once, beside those of an operator, give back what is left and no cent more', async () => {
  const people = await newPeople(world)
  const { creator } = people
  const id = await sell(people)
  const operator = () => refundPayment(world.ctx, { paymentId: id, amount: 70, reason: 'a test' })
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 ? refund(creator, id, { amount: 70 }) : operator(),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const { id: refundId } of await listRefunds(world.ctx, id)) {
    await performRefund(world.ctx, refundId)
  }
  expect(await world.payment(id)).toMatchObject({ refunded: 280 })
  expect(await lifetimeOf(world, creator.id)).toBe(14)
  const lines = await listLedgerLines(world.ctx, { paymentId: id })
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

test('a retry of one request, ten at once as well, refunds once', async () => {
  const people = await newPeople(world)
  const { creator } = people
  const id = await sell(people)
  const again = () =>
    refundSale(
      { ...as(creator), requestKey: `key of ${id}` },
      { paymentId: id, amount: 100, reason: 'twice', note: '' },
    )
  const answers = await Promise.all(Array.from({ length: 10 }, again))
  expect(answers.every(({ refunded }) => refunded <= 100)).toBe(true)
  expect(await again()).toMatchObject({ refunded: 100, share: 140 })
  expect(await listRefunds(world.ctx, id)).toHaveLength(1)
})

test('a refund that the gateway does not answer stays requested, counts, and goes on by its task', async () => {
  const people = await newPeople(world)
  const { creator } = people
  const id = await sell(people)
  const gateway = {
    ...world.ctx.gateway,
    refund: () => Promise.reject(new GatewayError('unavailable', 'away', { retryable: true })),
  }
  const away = actAs({ ...world.ctx, gateway }, creator)
  expect(
    await refundSale(away, { paymentId: id, amount: 300, reason: 'goodwill', note: '' }),
  ).toMatchObject({ state: 'pending', refunded: 0, refunding: 300, refundable: 0, share: 210 })
  const [asked] = await listRefunds(world.ctx, id)
  await performRefund(world.ctx, asked?.id ?? '')
  expect((await list(creator)).sales[0]).toMatchObject({ refunded: 300, refunding: 0, share: 0 })
})

test('a sale names the payouts that paid it and what of it; refunded afterwards, its share is owed back', async () => {
  const people = await newPeople(world)
  const { creator } = people
  await world.openAccount(creator)
  const gone = await sell(people)
  await refund(creator, gone)
  const dear = await sell(people, { price: 3_000 })
  world.clock.advance(15 * DAY)
  const late = await sell(people)
  const run = await startRun(world.ctx, {
    dueAt: world.clock.now(),
    by: 'operator',
    only: [creator.id],
  })
  const payouts = [{ id: run.payouts[0]?.id, state: 'scheduled', words: 'Being sent', paid: 2_100 }]
  const carried = async () => {
    const { sales } = await list(creator)
    return [late, dear, gone].map((id) => sales.find((sale) => sale.id === id))
  }
  const not = { payouts: [], paid: 0 }
  expect(await carried()).toMatchObject([
    { ...not, unpaid: 210 },
    { payouts, paid: 2_100, unpaid: 0 },
    { ...not, unpaid: 0 },
  ])
  world.clock.advance(60_000)
  await refund(creator, dear)
  expect(await carried()).toMatchObject([
    { ...not, unpaid: 210 },
    { payouts, paid: 2_100, unpaid: -2_100 },
    { ...not, unpaid: 0 },
  ])
  const lines = await listUnpaid(world.ctx, creator.id)
  expect(lines.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['new_creator', 210],
    ['owed_back', -2_100],
    ['in_transit', 2_100],
  ])
})
