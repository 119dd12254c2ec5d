import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import type { Principal } from '../../ctx.ts'
import { auditLog } from '../../schema/moderation.ts'
import type { PayoutRow } from '../../schema/payouts.ts'
import { listAccountTotals, listLedgerLines } from '../ledger/index.ts'
import { adjustBalance, bookPayoutCost } from './adjustment.ts'
import { listUnpaid } from './position.ts'
import { checkAccount } from './refresh-account.ts'
import { reversePayout } from './reverse-payout.ts'
import { sendPayout } from './send-payout.ts'
import { startRun } from './start-run.ts'
import { writeOffDebts } from './write-off-debts.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const reasonsOf = async ({ id }: Principal) =>
  (await listUnpaid(world.ctx, id)).map(({ reason, amount }) => `${reason} ${amount}`)

async function newPayee(): Promise<{ creator: Principal; paymentId: string }> {
  const creator = await world.newPrincipal()
  await world.openAccount(creator)
  const paymentId = await world.sell(creator, 3_000)
  world.wait(8)
  return { creator, paymentId }
}

async function payOut({ id }: Principal): Promise<PayoutRow> {
  const { ctx } = world
  const made = await startRun(ctx, { dueAt: ctx.clock.now(), by: 'operator', only: [id] })
  world.wait(0.001)
  const payout = await sendPayout(ctx, made.payouts[0]?.id ?? '')
  if (!payout) throw new Error('nothing was paid')
  return payout
}

async function kindsOf(subjectId: string): Promise<string[]> {
  const lines = (await listLedgerLines(world.ctx)).filter((line) => line.subjectId === subjectId)
  return lines.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)
}

const actionsOf = async (subjectId: string) =>
  (await world.database.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))).map(
    ({ action, note }) => `${action}: ${note}`,
  )

async function expectBalanced(): Promise<void> {
  const totals = await listAccountTotals(world.ctx)
  expect(totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
}

test('a wrong payout is taken back once, also where the answer was lost, and is owed again', async () => {
  const { creator } = await newPayee()
  const payout = await payOut(creator)
  world.vendor.faults = ['lost']
  const reason = 'This went to the wrong account.'
  expect(await reversePayout(world.ctx, payout.id, reason)).toMatchObject({
    state: 'returned',
    reason,
  })
  await checkAccount(world.ctx, payout.accountId)
  await expect(reversePayout(world.ctx, payout.id, reason)).rejects.toThrow(/is returned/)
  expect(await reasonsOf(creator)).toEqual(['next_run 2100'])
  expect((await kindsOf(payout.id)).slice(-2)).toEqual([
    'reversal gateway 2100',
    'reversal creator -2100',
  ])
  expect(await actionsOf(payout.id)).toEqual([`reverse_payout: ${reason}`])
  await expectBalanced()
})

test('ten reversals at once take a payout back once', async () => {
  const { creator } = await newPayee()
  const payout = await payOut(creator)
  await Promise.allSettled(
    Array.from({ length: 10 }, () => reversePayout(world.ctx, payout.id, 'a test')),
  )
  expect(await reasonsOf(creator)).toEqual(['next_run 2100'])
  const kinds = await kindsOf(payout.id)
  expect(kinds.filter((kind) => kind.startsWith('reversal'))).toHaveLength(2)
})

test('a reversal of which the vendor’s word comes from elsewhere is booked as a reversal', async () => {
  const { creator } = await newPayee()
  const payout = await payOut(creator)
  const { payoutGateway } = world.ctx
  const killed = {
    ...world.ctx,
    payoutGateway: {
      ...payoutGateway,
      reverse: async (request: Parameters<typeof payoutGateway.reverse>[0]) => {
        await payoutGateway.reverse(request)
        throw new Error('the process was killed')
      },
    },
  }
  await expect(reversePayout(killed, payout.id, 'a test')).rejects.toThrow('was killed')
  await checkAccount(world.ctx, payout.accountId)
  expect((await kindsOf(payout.id)).at(-1)).toBe('reversal creator -2100')
})

test('an adjustment moves money between platform and creator, and changes no earnings', async () => {
  const { creator } = await newPayee()
  const given = await adjustBalance(world.ctx, {
    principalId: creator.id,
    amount: 500,
    reason: 'For the outage.',
  })
  expect(await kindsOf(given.id)).toEqual(['adjustment platform 500', 'adjustment creator -500'])
  await adjustBalance(world.ctx, { principalId: creator.id, amount: -2_700, reason: 'Too much.' })
  expect(await reasonsOf(creator)).toEqual(['owed_back -100'])
  const guest = await world.newPrincipal('visitor')
  await expect(
    adjustBalance(world.ctx, { principalId: guest.id, amount: 1, reason: 'x' }),
  ).rejects.toThrow(/of an account/)
  await expectBalanced()
})

test('an invoice of the vendor is booked once', async () => {
  const book = () => bookPayoutCost(world.ctx, { amount: 225, reference: 'INV-7' })
  const booked = await Promise.allSettled(Array.from({ length: 10 }, book))
  expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const totals = await listAccountTotals(world.ctx)
  expect(totals.find(({ kind }) => kind === 'payout_fees')?.amount).toBe(225)
  await expectBalanced()
})

test('a debt is written off after ninety days without a sale, above $25, once', async () => {
  const { creator, paymentId } = await newPayee()
  const second = await world.sell(creator, 3_000)
  world.wait(8)
  await payOut(creator)
  await world.refund(paymentId, 3_000)
  world.wait(91)
  await writeOffDebts(world.ctx)
  expect((await reasonsOf(creator))[0]).toBe('owed_back -2100')
  await world.refund(second, 3_000)
  world.wait(89)
  await writeOffDebts(world.ctx)
  expect((await reasonsOf(creator))[0]).toBe('owed_back -4200')
  world.wait(2)
  await Promise.all(Array.from({ length: 10 }, () => writeOffDebts(world.ctx)))
  expect(await reasonsOf(creator)).toEqual(['in_transit 4200'])
  const totals = await listAccountTotals(world.ctx)
  expect(totals.find(({ kind }) => kind === 'bad_debt')?.amount).toBe(4_200)
  await expectBalanced()
})

test('a creator who sells again keeps the debt, which the sales pay', async () => {
  const { creator, paymentId } = await newPayee()
  await payOut(creator)
  await world.refund(paymentId, 3_000)
  await adjustBalance(world.ctx, { principalId: creator.id, amount: -1_000, reason: 'a test' })
  world.wait(60)
  await world.sell(creator, 100)
  world.wait(40)
  await writeOffDebts(world.ctx)
  expect((await reasonsOf(creator))[0]).toBe('owed_back -3030')
})
