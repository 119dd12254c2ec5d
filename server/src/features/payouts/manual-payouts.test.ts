import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPayee, pay, payNow } from '../../../test/support/money/pay-creators.ts'
import type { Ctx } from '../../ctx.ts'
import { payoutCommands } from './cli.ts'
import { holdCommands } from './hold-commands.ts'
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

test('the commands preview, run, show and hold', async () => {
  const creator = await newPayee(world)
  const call = (name: string, ...args: string[]) =>
    [...payoutCommands, ...holdCommands]
      .find((command) => command.name === name)
      ?.run(world.ctx, args) ?? Promise.reject(new Error(`no command ${name}`))
  expect(await call('payouts run', '--preview')).toMatch(
    new RegExp(`${creator.id} +\\$21\\.00 +\\$21\\.00`),
  )
  expect(await call('holds set', creator.id, '--reason', 'A look.')).toMatch(/in force/)
  expect(await call('holds list')).toContain('A look.')
  expect(await call('payouts account', creator.id)).toContain('Held back: A look.')
  const hold = /^(\S+) .*A look\./m.exec(await call('holds list'))?.[1] ?? ''
  expect(await call('holds lift', hold)).toMatch(/lifted/)
  world.wait(0.001)
  expect(await call('payouts run')).toContain(creator.id)
  expect(await call('payouts list')).toContain('scheduled')
})
