import { formatCents } from '@vignette/contract/money.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRoute } from '../../../test/support/call-route.ts'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPayee, pay, payNow } from '../../../test/support/money/pay-creators.ts'
import type { Ctx } from '../../ctx.ts'
import { payouts } from '../../schema/payouts.ts'
import { payoutCommands } from './cli.ts'
import { markFailed, markPaid } from './manual-payout.ts'
import { openPayoutAccount } from './open-payout-account.ts'
import { listUnpaid } from './position.ts'
import { refreshAccount } from './refresh-account.ts'
import { sendPayout } from './send-payout.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

test('a payout made by hand is paid or failed by the operator’s word alone', async () => {
  const manual: Ctx = {
    ...world.ctx,
    payoutGateway: { ...world.vendor, id: 'manual' },
  }
  const creator = await world.newPrincipal()
  await openPayoutAccount(actAs(manual, creator), { country: 'DE' })
  world.vendor.setAccount(`acct_${creator.id}`, 'ready')
  await refreshAccount(manual, `acct_${creator.id}`)
  await world.sell(creator, 3_000)
  world.wait(8)
  const payout = await pay(world, creator, manual)
  await sendPayout(manual, payout?.id ?? '')
  expect(await markPaid(manual, payout?.id ?? '', 'SEPA 17')).toMatchObject({
    state: 'paid',
    reference: 'SEPA 17',
  })
  expect(await markFailed(manual, payout?.id ?? '', 'The bank sent it back.')).toMatchObject({
    state: 'returned',
    reason: 'The bank sent it back.',
  })
  expect((await listUnpaid(manual, creator.id)).map(({ amount }) => amount)).toEqual([2_100])
  const sandbox = await payNow(world, await newPayee(world))
  await expect(markPaid(world.ctx, sandbox.id, 'x')).rejects.toThrow(/sandbox itself says/)
})

test('the command line previews and runs payouts, and sets and lifts holds', async () => {
  const { ctx } = world
  const creator = await newPayee(world)
  interface Preview {
    at: string
    total: number
    payouts: number
    creators: { principal_id: string; payable: number }[]
  }
  const preview = async () =>
    JSON.parse(await callRoute(ctx, 'previewPayoutRun', '--json')) as Preview
  expect((await preview()).creators).toContainEqual(
    expect.objectContaining({ principal_id: creator.id, payable: 2_100 }),
  )
  const reason = 'reason=A look.'
  await callRoute(ctx, 'setPayoutHold', `principal_id=${creator.id}`, reason)
  const { holds } = JSON.parse(await callRoute(ctx, 'listPayoutHolds', '--json')) as {
    holds: { id: string; reason: string }[]
  }
  expect(holds).toMatchObject([{ reason: 'A look.' }])
  const [show] = payoutCommands.filter(({ name }) => name === 'payouts account')
  expect(await show?.run(ctx, [creator.id])).toContain('Held back: A look.')
  const lift = () => callRoute(ctx, 'liftPayoutHold', `id=${holds[0]?.id}`)
  expect([await lift(), await lift()]).toEqual(['ok  true', 'ok  true'])
  world.wait(0.001)
  const { at, total, payouts } = await preview()
  const words = ['startPayoutRun', `total=${total}`, `payouts=${payouts}`, `at=${at}`]
  await expect(callRoute(ctx, ...words.with(1, `total=${total + 1}`))).rejects.toThrow(
    `The preview has changed: a run would now pay ${formatCents(total)} in ${payouts} payouts.`,
  )
  expect(await callRoute(ctx, ...words)).toContain(formatCents(total))
  await expect(callRoute(ctx, ...words)).rejects.toThrow('a run would now pay nothing')
  const [newest] = payoutCommands.filter(({ name }) => name === 'payouts list')
  expect(await newest?.run(ctx, [])).toContain(creator.id)
})

test('two payout runs that are called at once pay what one of them saw, once', async () => {
  const { ctx } = world
  const creator = await newPayee(world)
  const preview = JSON.parse(await callRoute(ctx, 'previewPayoutRun', '--json')) as {
    total: number
    payouts: number
  }
  const run = () =>
    callRoute(ctx, 'startPayoutRun', `total=${preview.total}`, `payouts=${preview.payouts}`)
  const ended = await Promise.allSettled([run(), run()])
  expect(ended).toContainEqual(expect.objectContaining({ status: 'fulfilled' }))
  const rows = await ctx.db.select().from(payouts).where(eq(payouts.principalId, creator.id))
  expect(rows.map(({ amount }) => amount)).toEqual([2_100])
})
