import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { notices } from '../../../schema/notices.ts'
import { listLedgerLines } from '../../ledger/queries.ts'
import { performCapture } from '../capture/capture.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { settlePayment } from '../settle-payment.ts'
import { listDisputes } from './dispute.ts'
import { mayBeOld } from './rules.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

async function sold(card?: string) {
  const creator = await world.newPrincipal()
  const recipe = recipeOf(creator)
  const buyer = await world.newPrincipal('visitor')
  const { id } = await world.deliverPaid({ buyer, recipe, ...(card ? { card } : {}) })
  await performCapture(world.ctx, id)
  await world.processEvents()
  const { sessionId } = await world.payment(id)
  return { id, creator, sessionId: sessionId ?? '' }
}

const kindsTold = async (ownerId: string) =>
  (
    await world.database.db
      .select()
      .from(notices)
      .where(eq(notices.ownerId, ownerId))
      .orderBy(notices.id)
  ).map(({ kind }) => kind)

const postings = async (paymentId: string) => [
  ...new Set((await listLedgerLines(world.ctx, { paymentId })).map(({ kind }) => kind)),
]

test('an inquiry posts nothing, becomes a dispute, and each news is told once', async () => {
  const { id, creator, sessionId } = await sold()
  const dispute = await world.sandbox.openDispute(sessionId, 300, { inquiry: true })
  await world.processEvents()
  expect(await listDisputes(world.ctx, id)).toMatchObject([
    { state: 'inquiry', phase: 'needs_response', reason: 'fraudulent', fee: 0 },
  ])
  expect((await world.payment(id)).disputed).toBe(0)
  expect(await postings(id)).not.toContain('dispute_opened')
  await world.sandbox.moveDispute(dispute, 'disputed')
  await world.processEvents()
  expect(await world.payment(id)).toMatchObject({ disputed: 300, lost: 0 })
  expect(await postings(id)).toContain('dispute_opened')
  await world.sandbox.moveDispute(dispute, 'lost')
  await world.processEvents()
  await world.processEvents()
  await world.sandbox.moveDispute(dispute, 'appealed')
  await world.processEvents()
  expect(await listDisputes(world.ctx, id)).toMatchObject([{ state: 'lost', phase: 'appealed' }])
  await world.sandbox.moveDispute(dispute, 'won')
  await world.processEvents()
  expect(await world.payment(id)).toMatchObject({ disputed: 0, lost: 0 })
  expect(await kindsTold(creator.id)).toEqual([
    'sale',
    'dispute_inquiry',
    'dispute_opened',
    'dispute_lost',
    'dispute_won',
  ])
  expect((await reconcile(world.ctx)).differences).toEqual([])
})

test('an inquiry that the bank drops leaves the sale as it was', async () => {
  const { id, sessionId } = await sold()
  const dispute = await world.sandbox.openDispute(sessionId, 300, { inquiry: true })
  await world.processEvents()
  await world.sandbox.moveDispute(dispute, 'dropped')
  await world.processEvents()
  expect(await listDisputes(world.ctx, id)).toMatchObject([{ state: 'inquiry', phase: 'ended' }])
  expect((await world.payment(id)).disputed).toBe(0)
  expect(await postings(id)).toEqual(['provider_cost', 'capture', 'processor_fee'])
})

test('an old view of a dispute that waits for evidence does not undo its answer', async () => {
  const { id, sessionId } = await sold()
  const disputeId = await world.sandbox.openDispute(sessionId)
  await world.processEvents()
  const old = await world.sandbox.find({ sessionId })
  const evidence = {
    product: 'a picture',
    deliveredOn: null,
    access: '',
    refundPolicy: '',
    statement: '',
    file: null,
  }
  await world.sandbox.submitEvidence(
    { sessionId, intentId: null },
    { disputeId, evidence, idempotencyKey: `evidence:${disputeId}` },
  )
  await world.processEvents()
  if (!old) throw new Error('no such checkout')
  await Promise.all(Array.from({ length: 10 }, () => settlePayment(world.ctx, id, old)))
  expect(await listDisputes(world.ctx, id)).toMatchObject([{ phase: 'under_review' }])
})

test('a warning of fraud tells the creator once', async () => {
  const { creator } = await sold('4000000000005423')
  await world.processEvents()
  expect(await kindsTold(creator.id)).toEqual(['sale', 'fraud_warning'])
})

test('only steps towards a decision are certain', () => {
  const amount = 300
  const stages = [
    { state: 'inquiry', phase: 'needs_response', amount },
    { state: 'inquiry', phase: 'under_review', amount },
    { state: 'opened', phase: 'needs_response', amount },
    { state: 'opened', phase: 'under_review', amount },
    { state: 'lost', phase: 'ended', amount },
  ] as const
  for (const [at, ours] of stages.entries()) {
    for (const [then, theirs] of stages.entries()) {
      expect(mayBeOld(ours, theirs), `${at} to ${then}`).toBe(then < at)
    }
    expect(mayBeOld(ours, { ...ours, amount: 100 })).toBe(true)
  }
  const lost = stages[4]
  expect(mayBeOld(lost, { ...lost, phase: 'appealed' })).toBe(true)
  expect(mayBeOld(lost, { state: 'won', phase: 'ended', amount })).toBe(true)
})
