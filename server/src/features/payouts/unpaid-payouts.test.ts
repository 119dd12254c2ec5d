import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPayee, pay, payNow, reasonsOf } from '../../../test/support/money/pay-creators.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { identityEvents } from '../identity/index.ts'
import { liftHold, setHold } from './hold.ts'
import { openPayoutAccount } from './open-payout-account.ts'
import { listUnpaid } from './position.ts'
import { refreshAccount } from './refresh-account.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

test('each reason for waiting stops the run until it ends', async () => {
  const { ctx, vendor } = world
  const creator = await newPayee(world)
  const accountId = `acct_${creator.id}`
  const stopped = async (reason: string) => {
    expect(await pay(world, creator)).toBeUndefined()
    expect(await reasonsOf(world, creator)).toEqual([`${reason} 2100`])
    world.wait(0.001)
  }
  vendor.setAccount(accountId, 'restricted')
  await refreshAccount(ctx, accountId)
  await stopped('account_restricted')
  vendor.setAccount(accountId, 'ready', '4321')
  await refreshAccount(ctx, accountId)
  await stopped('held')
  world.wait(7)
  const hold = await setHold(ctx, {
    principalId: creator.id,
    amount: null,
    code: 'operator',
    reason: 'We look at a burst of sales.',
    setBy: 'admin',
    until: null,
  })
  await stopped('held')
  expect((await listUnpaid(ctx, creator.id))[0]?.words).toBe(
    'Held back: We look at a burst of sales.',
  )
  await liftHold(ctx, hold.id)
  const setBan = (banned: boolean) =>
    inTransaction(ctx, (tx) =>
      identityEvents.principalBanned.emit(tx, {
        principalId: creator.id,
        banned,
        at: ctx.clock.now(),
      }),
    )
  await setBan(true)
  await setBan(true)
  await stopped('held')
  await setBan(false)
  expect(await payNow(world, creator)).toMatchObject({ amount: 2_100 })
})

test('a first bank is used after 48 hours', async () => {
  const creator = await world.newPrincipal()
  await world.sell(creator, 3_000)
  world.wait(8)
  await openPayoutAccount(actAs(world.ctx, creator), { country: 'US' })
  world.vendor.setAccount(`acct_${creator.id}`, 'ready')
  await refreshAccount(world.ctx, `acct_${creator.id}`)
  expect(await pay(world, creator)).toBeUndefined()
  expect(await reasonsOf(world, creator)).toEqual(['account_waits 2100'])
  world.wait(2)
  expect(await payNow(world, creator)).toMatchObject({ amount: 2_100 })
})

test('a hold on a part leaves the rest to be paid, and a higher minimum waits for more earnings', async () => {
  const creator = await newPayee(world)
  await setHold(world.ctx, {
    principalId: creator.id,
    amount: 900,
    code: 'operator',
    reason: 'One sale is looked at.',
    setBy: 'admin',
    until: null,
  })
  expect(await reasonsOf(world, creator)).toEqual(['held 900', 'next_run 1200'])
  expect(await payNow(world, creator)).toMatchObject({ amount: 1_200 })
})

test('a guest’s earnings wait for the sign-in, and are paid with the account’s', async () => {
  const guest = await world.newPrincipal('visitor')
  await world.sell(guest, 3_000)
  const creator = await newPayee(world)
  expect(await reasonsOf(world, guest)).toEqual(['sign_in 2100'])
  await world.database.db
    .update(principals)
    .set({ claimedBy: creator.id, claimedAt: world.ctx.clock.now() })
    .where(eq(principals.id, guest.id))
  expect(await payNow(world, creator)).toMatchObject({ amount: 4_200 })
})

test('a vendor of real money is not asked to pay for test sales', async () => {
  const creator = await newPayee(world)
  const { vendor, ctx } = world
  const real: Ctx = { ...ctx, payoutGateway: { ...vendor, testMode: false } }
  expect(await pay(world, creator, real)).toBeUndefined()
  world.wait(0.001)
  expect(await payNow(world, creator)).toMatchObject({ amount: 2_100 })
})
