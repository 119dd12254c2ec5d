import { WAIVER_VERSION } from '@vignette/contract/withdrawal-words.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { codeOf, lifetimeOf, newPeople } from '../../../../test/support/money/people.ts'
import type { Ctx } from '../../../ctx.ts'
import { letters, notices } from '../../../schema/notices.ts'
import { paymentRefunds } from '../../../schema/payments.ts'
import { signReceipt } from '../../notices/index.ts'
import { performCapture } from '../capture/capture.ts'
import { getReceipt, getSignedReceipt } from '../receipt.ts'
import { performRefund } from '../refunds/perform-refund.ts'
import { refundPayment } from '../refunds/request-refund.ts'
import { confirmWaiver } from '../waiver.ts'
import { type Contract, withdrawUntil } from './rules.ts'
import { withdrawPurchase, withdrawSignedPurchase } from './withdraw.ts'

const DAY_MS = 24 * 3_600_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
  Object.assign(world.ctx.config, { CONSUMER_LAW: 'eu', mail: 'inbox' })
})
afterAll(() => world.close())

async function bought({ captured = true } = {}) {
  const { buyer, creator, recipe } = await newPeople(world)
  const { id, creationId } = await world.deliverPaid({ buyer, recipe })
  if (captured) await performCapture(world.ctx, id)
  return { id, creationId: creationId ?? '', buyer, creator, as: actAs(world.ctx, buyer) }
}

const refundsOf = (id: string) =>
  world.database.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, id))
    .orderBy(paymentRefunds.id)

async function newsOf(buyerId: string, kind: string) {
  const told = await world.database.db.select().from(notices).where(eq(notices.ownerId, buyerId))
  return told.filter((each) => each.kind === kind)
}

const receiptOf = async (ctx: Ctx, creationId: string) =>
  (await getReceipt(ctx, creationId)).receipt

test('ten withdrawals at once are one withdrawal, one refund, one letter, and the share goes back', async () => {
  const { id, creationId, buyer, creator, as } = await bought()
  expect(await receiptOf(as, creationId)).toMatchObject({ withdrawal: { state: 'open' } })
  const statement = { name: 'Ana Ruiz', email: 'ana@example.com' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => withdrawPurchase(as, id, statement)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const [answer] = answers
  expect(answer?.words).toBe(
    'You withdrew from this contract on March 1, 2026 at 12:00:00 PM UTC. $3.00 goes back the way it was paid.',
  )
  world.clock.advance(60_000)
  expect(await withdrawPurchase(as, id, {})).toEqual(answer)
  expect(answer?.paper?.text).toContain('Ana Ruiz withdraws from the contract')
  const refunds = await refundsOf(id)
  expect(refunds).toMatchObject([{ amount: 300, by: 'withdrawal', state: 'requested' }])
  for (const refund of refunds) await performRefund(world.ctx, refund.id)
  expect(await world.payment(id)).toMatchObject({ refunded: 300 })
  expect(await lifetimeOf(world, creator.id)).toBe(0)
  const [news, ...more] = await newsOf(buyer.id, 'withdrawn')
  expect(more).toEqual([])
  const sent = await world.database.db
    .select()
    .from(letters)
    .where(eq(letters.noticeId, news?.id ?? ''))
  expect(sent).toMatchObject([{ address: 'ana@example.com' }])
  expect(await receiptOf(as, creationId)).toMatchObject({ withdrawal: { state: 'withdrawn' } })
})

test('a withdrawal while the charge is on its way is refunded once the charge has arrived', async () => {
  const { id, as } = await bought({ captured: false })
  expect(await withdrawPurchase(as, id, {})).toMatchObject({ state: 'withdrawn' })
  expect(await refundsOf(id)).toEqual([])
  await performCapture(world.ctx, id)
  expect(await refundsOf(id)).toMatchObject([{ amount: 300, by: 'withdrawal' }])
})

test('what was refunded before is not refunded twice, and nothing is left to withdraw from', async () => {
  const { id, as } = await bought()
  const part = await refundPayment(world.ctx, { paymentId: id, amount: 100, reason: 'test' })
  await performRefund(world.ctx, part.id)
  await withdrawPurchase(as, id, {})
  expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([100, 200])
  const whole = await bought()
  const all = await refundPayment(world.ctx, { paymentId: whole.id, reason: 'test' })
  await performRefund(world.ctx, all.id)
  expect(await codeOf(withdrawPurchase(whole.as, whole.id, {}))).toContain('nothing to withdraw')
})

test('the link of a receipt withdraws in any browser for fourteen days, and a stranger does not', async () => {
  const { id, buyer } = await bought()
  const stranger = actAs(world.ctx, await world.newPrincipal())
  expect(await codeOf(withdrawPurchase(stranger, id, {}))).toContain('not_found')
  const now = world.clock.now()
  const token = signReceipt(world.ctx, { paymentId: id, buyerId: buyer.id }, now)
  const { receipt } = await getSignedReceipt(stranger, { token })
  expect(receipt.withdrawal?.until).toBe('2026-03-16T23:59:59.999Z')
  const until = new Date(receipt.withdrawal?.until ?? 0).getTime()
  world.clock.advance(until - now.getTime() + 1)
  expect(await codeOf(withdrawSignedPurchase(stranger, { token }))).toContain(
    'The time in which you could withdraw ended on March 16, 2026.',
  )
  world.clock.advance(-1)
  expect(await withdrawSignedPurchase(stranger, { token })).toMatchObject({ state: 'withdrawn' })
  expect(await codeOf(withdrawSignedPurchase(stranger, { token: 'forged' }))).toContain('not_found')
})

const WAIVER = { version: WAIVER_VERSION, begin_now: true, right_lost: true } as const

test('the right is lost by what was ticked only where it was confirmed before the file opened', async () => {
  const { buyer, recipe } = await newPeople(world)
  const as = actAs(world.ctx, buyer)
  const unconfirmed = await world.authorize({ buyer, recipe, waiver: WAIVER })
  expect(unconfirmed).toMatchObject({ confirmedAt: null, waiver: { version: WAIVER_VERSION } })
  const run = await world.startRun(buyer, recipe, unconfirmed.sessionId ?? '')
  await world.deliver(run)
  await performCapture(world.ctx, unconfirmed.id)
  expect(await codeOf(confirmWaiver(as, unconfirmed.id, undefined))).toContain('as before')
  expect(await withdrawPurchase(as, unconfirmed.id, {})).toMatchObject({ state: 'withdrawn' })

  const taken = await world.authorize({ buyer, recipe, waiver: WAIVER })
  const paper = await confirmWaiver(as, taken.id, undefined)
  expect(paper.text).toContain('“I know that I lose my right to withdraw')
  expect(await confirmWaiver(as, taken.id, WAIVER)).toEqual(paper)
  await world.deliver(await world.startRun(buyer, recipe, taken.sessionId ?? ''))
  await performCapture(world.ctx, taken.id)
  expect(await confirmWaiver(as, taken.id, undefined)).toEqual(paper)
  expect(await codeOf(withdrawPurchase(as, taken.id, {}))).toContain('no right to withdraw')
})

test('a letter confirms what was ticked as soon as the payment is authorised', async () => {
  const { buyer, recipe } = await newPeople(world)
  const email = 'ben@example.com'
  const paid = await world.authorize({ buyer, recipe, waiver: WAIVER, email })
  expect(paid.confirmedAt).not.toBeNull()
  expect(await newsOf(buyer.id, 'waiver_confirmed')).toHaveLength(1)
})

test('a proof is kept for good by what is ticked beside it, ten times at once', async () => {
  const { buyer, creator } = await newPeople(world)
  const recipe = recipeOf(creator, 300, 1)
  const as = actAs(world.ctx, buyer)
  const paid = await world.authorize({ buyer, recipe })
  await world.deliver(await world.startRun(buyer, recipe, paid.sessionId ?? ''))
  expect(await codeOf(confirmWaiver(as, paid.id, undefined))).toContain('Nothing was declared')
  const papers = await Promise.all(
    Array.from({ length: 10 }, () => confirmWaiver(as, paid.id, WAIVER)),
  )
  expect(new Set(papers.map(({ text }) => text)).size).toBe(1)
  expect(await world.payment(paid.id)).toMatchObject({ state: 'delivered' })
})

test('the last day is the fourteenth after the charge, and a weekend moves it to the Monday', () => {
  const from = (day: string) =>
    withdrawUntil({ capturedAt: new Date(`${day}T23:30:00Z`) } as Contract)
      .toISOString()
      .slice(0, 10)
  expect(from('2026-03-02')).toBe('2026-03-16')
  expect(from('2026-02-27')).toBe('2026-03-13')
  expect(from('2026-02-28')).toBe('2026-03-16')
  expect(from('2026-03-01')).toBe('2026-03-16')
})

test('a sale under no such law names no withdrawal, and one of before the law neither', async () => {
  Object.assign(world.ctx.config, { CONSUMER_LAW: 'none' })
  const { id, creationId, as } = await bought()
  Object.assign(world.ctx.config, { CONSUMER_LAW: 'eu' })
  expect(await receiptOf(as, creationId)).not.toHaveProperty('withdrawal')
  expect(await codeOf(withdrawPurchase(as, id, {}))).toContain('nothing to withdraw from')
  world.clock.advance(DAY_MS)
})
