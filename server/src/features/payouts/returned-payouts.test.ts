import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import {
  newPayee,
  payNow,
  reasonsOf,
  transfersOf,
} from '../../../test/support/money/pay-creators.ts'
import { notices } from '../../schema/notices.ts'
import { payoutCommands } from './cli.ts'
import { comparePayouts } from './compare-payouts.ts'
import { getPayouts } from './get-payouts.ts'
import { listUnpaid } from './position.ts'
import { checkAccount } from './refresh-account.ts'
import { sendPayout } from './send-payout.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

test('a refused payout is the creator’s again, and the next run sends a new one', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.faults = ['refused']
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({
    state: 'failed',
    failure: 'account_restricted',
  })
  const [line] = await listUnpaid(world.ctx, creator.id)
  expect(line).toMatchObject({ amount: 2_100, reason: 'next_run' })
  expect(line?.words).toContain('The payout vendor says account_restricted.')
  world.wait(1)
  const next = await payNow(world, creator)
  expect(await sendPayout(world.ctx, next.id)).toMatchObject({ state: 'in_transit' })
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'failed' })
  expect(transfersOf(world, creator)).toHaveLength(1)
})

test('a transfer that the vendor made although it had refused is booked, and the creator owes the sum', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  const { vendor } = world
  vendor.faults = ['refused']
  await sendPayout(world.ctx, payout.id)
  world.wait(0.001)
  const next = await payNow(world, creator)
  await sendPayout(world.ctx, next.id)
  const { accountId, amount, currency } = payout
  await vendor.transfer({
    payoutId: payout.id,
    accountId,
    amount,
    currency,
    idempotencyKey: 'late',
  })
  expect(await comparePayouts(world.ctx)).toMatchObject([{ payoutId: payout.id, ours: 'failed' }])
  expect(await comparePayouts(world.ctx)).toEqual([])
  expect(await reasonsOf(world, creator)).toEqual([
    'owed_back -2100',
    'in_transit 2100',
    'in_transit 2100',
  ])
})

test('a payout that the bank refused shows the reason, and arrives later without a second transfer', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  await sendPayout(world.ctx, payout.id)
  world.vendor.bank(payout.accountId, 'failed')
  await checkAccount(world.ctx, payout.accountId)
  const [line] = await listUnpaid(world.ctx, creator.id)
  expect(line).toMatchObject({ amount: 2_100, reason: 'bank_refused' })
  expect(line?.words).toBe(
    'Refused by your bank: The bank knows no such account. Correct the bank details of your payout account.',
  )
  const [seen] = (await getPayouts(actAs(world.ctx, creator), { limit: 1 })).payouts
  expect(seen).toMatchObject({
    words: 'Refused by your bank',
    reason: 'The bank knows no such account.',
  })
  const [news] = await world.ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.ownerId, creator.id), eq(notices.kind, 'payout_bank_refused')))
  expect(news).toMatchObject({ facts: { reason: 'The bank knows no such account.' } })
  const show = payoutCommands.find(({ name }) => name === 'payouts show')
  const shown = await show?.run(world.ctx, [payout.id])
  expect(shown).toContain('Refused by the bank (in_transit)')
  expect(shown).toContain('code: no_account')
  expect(shown).toContain('reason: The bank knows no such account.')
  world.wait(1)
  world.vendor.bank(payout.accountId, 'paid')
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(world, creator)).toEqual([])
  expect(transfersOf(world, creator)).toHaveLength(1)
})

test('money that comes back, in part or whole, is owed again to the cent', async () => {
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  await sendPayout(world.ctx, payout.id)
  const transferId = transfersOf(world, creator)[0]?.transferId ?? ''
  world.vendor.takeBack(transferId, 600)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(world, creator)).toEqual(['below_minimum 600', 'in_transit 1500'])
  world.vendor.takeBack(transferId, 1_500)
  await checkAccount(world.ctx, payout.accountId)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(world, creator)).toEqual(['next_run 2100'])
})
