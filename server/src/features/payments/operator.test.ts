import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../test/support/money/create-money-world.ts'
import { newPeople } from '../../../test/support/money/people.ts'
import { inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { performCapture, requestCapture } from './capture/capture.ts'
import { requestRelease } from './capture/request-release.ts'
import { paymentCommands } from './cli.ts'
import { getEarnings } from './get-earnings.ts'
import { lockPayment } from './payment.ts'
import { getReceipt } from './receipt.ts'
import { sweepPayments } from './reconcile/sweep-payments.ts'
import { refundPayment } from './refunds/request-refund.ts'
import { exportSales } from './sales/export-sales.ts'
import { settlePayment } from './settle-payment.ts'

const DAY = 86_400_000

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const people = () => newPeople(world)

const run = async (name: string, ...args: string[]) =>
  (await paymentCommands.find((command) => command.name === name)?.run(world.ctx, args)) ?? ''

async function countQueued(name: string): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(*)::int as count from pgboss.job where name = $1',
    [name],
  )
  return rows[0]?.count ?? 0
}

test('the transaction that records the creation also requests the capture, or both roll back', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const job = await world.startRun(buyer, recipe)
  const before = await countQueued('payments.capture')
  await expect(
    inTransaction(world.ctx, async (tx) => {
      await requestCapture(tx, { creationId: newId(), ...job, costCents: 0 })
      throw new Error('the creation could not be stored')
    }),
  ).rejects.toThrow('could not be stored')
  expect((await world.payment(paid.id)).state).toBe('authorized')
  expect(await countQueued('payments.capture')).toBe(before)
  await world.deliver(job)
  expect((await world.payment(paid.id)).state).toBe('capture_requested')
  expect(await countQueued('payments.capture')).toBe(before + 1)
})

test('a queued task is not queued again, however often the sweep finds its payment', async () => {
  const { buyer, creator, recipe } = await people()
  const refunded = await world.deliverPaid({ buyer, recipe })
  await performCapture(world.ctx, refunded.id)
  const refund = await refundPayment(world.ctx, { paymentId: refunded.id, reason: 'a test' })
  const delivered = await world.deliverPaid({ buyer, recipe: recipeOf(creator) })
  const released = await world.authorize({ buyer, recipe: recipeOf(creator) })
  await inTransaction(world.ctx, async (tx) => {
    await requestRelease(tx, await lockPayment(tx, released.id), 'operator')
  })
  const tasks = async () => {
    const { rows } = await world.database.pool.query<{ name: string; count: number }>(
      `select name, count(*)::int as count from pgboss.job
       where data ->> 'paymentId' = any($1) or data ->> 'refundId' = $2 group by name order by name`,
      [[delivered.id, released.id], refund.id],
    )
    return rows.map(({ name, count }) => `${name} ${count}`)
  }
  const once = ['payments.capture 1', 'payments.refund 1', 'payments.release 1']
  // No worker runs, like a gateway that fails every retry.
  world.clock.advance(11 * 60_000)
  for (let sweep = 0; sweep < 3; sweep++) await sweepPayments(world.ctx)
  expect(await tasks()).toEqual(once)
  await world.database.pool.query(`update pgboss.job set state = 'failed'`)
  for (let sweep = 0; sweep < 3; sweep++) await sweepPayments(world.ctx)
  expect(await tasks()).toEqual(once.map((task) => task.replace('1', '2')))
})

test('a failed capture is reported to the operator, whichever code noticed the failure', async () => {
  const { buyer, creator } = await people()
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const ctx = { ...world.ctx, log }
  const deliverTooLate = async () => {
    const payment = await world.deliverPaid({ buyer, recipe: recipeOf(creator) })
    world.clock.advance(8 * DAY)
    return payment
  }
  const captured = await deliverTooLate()
  await performCapture(ctx, captured.id)
  const heard = await deliverTooLate()
  const view = await world.sandbox.find({ sessionId: heard.sessionId ?? '' })
  if (!view) throw new Error('no such checkout')
  await settlePayment(ctx, heard.id, view)
  for (const { id } of [captured, heard]) {
    expect((await world.payment(id)).state).toBe('capture_failed')
    const told = lines.filter((line) => line.includes(id) && line.includes('a capture failed'))
    expect(told).toHaveLength(1)
  }
})

test('an operator refunds a part, then the rest, and a further refund is refused with the reason', async () => {
  const { buyer, creator, recipe } = await people()
  const { id, creationId } = await world.deliverPaid({ buyer, recipe })
  const reason = ['--reason', 'the buyer asked']
  await expect(run('payments refund', id, ...reason)).rejects.toThrow('Only captured money')
  await performCapture(world.ctx, id)
  await expect(run('payments refund', id)).rejects.toThrow('--reason says why')
  await expect(run('payments refund', 'nonsense', ...reason)).rejects.toThrow('Name a payment')
  for (const amount of ['-1', '1.005', '1e2']) {
    await expect(run('payments refund', id, `--amount=${amount}`, ...reason)).rejects.toThrow(
      '--amount takes dollars such as 1.50',
    )
  }
  expect(await run('payments refund', id, '--amount', '1.01', ...reason)).toContain(
    'of $1.01: succeeded',
  )
  await expect(run('payments refund', id, '--amount', '2.00', ...reason)).rejects.toThrow(
    'between $0.01 and $1.99',
  )
  const receipt = async () => (await getReceipt(actAs(world.ctx, buyer), creationId ?? '')).receipt
  // 70% of $1.99 is $1.393.
  expect(await receipt()).toMatchObject({
    refunded: 101,
    creator_share: 139,
    platform_share: 60,
    next: '$3.00 was charged and $1.01 refunded.',
  })
  expect(await run('payments refund', id, ...reason)).toContain('of $1.99: succeeded')
  expect(await receipt()).toMatchObject({
    creator_share: 0,
    platform_share: 0,
    next: '$3.00 was charged and refunded in full.',
  })
  await expect(run('payments refund', id, ...reason)).rejects.toThrow('Nothing is left')
  const shown = await run('payments show', id)
  expect(shown).toContain('$3.00 for “Portrait” version 1: captured')
  expect(shown).toMatch(/refund .* \$1\.01 succeeded: the buyer asked/)
  expect(shown).toMatch(/payment\.capture_requested +creation /)
  expect(await run('payments list', '--state', 'captured')).toContain(id)
  expect((await getEarnings(actAs(world.ctx, creator))).lifetime).toBe(0)
})

test('a new creator’s earnings clear after 14 days; a later refund is booked on its own day', async () => {
  const { buyer, creator, recipe } = await people()
  const as = actAs(world.ctx, creator)
  const sell = async (name: string) => {
    const sold = { ...recipe, workflowId: newId(), name }
    const { id } = await world.deliverPaid({ buyer, recipe: sold })
    await performCapture(world.ctx, id)
    return id
  }
  const first = await sell('=HYPERLINK("http://elsewhere")')
  world.clock.advance(13.9 * DAY)
  await sell('Portrait, with a comma')
  expect(await getEarnings(as)).toMatchObject({ pending: 420, available: 0, lifetime: 420 })
  world.clock.advance(DAY)
  expect(await getEarnings(as)).toMatchObject({ pending: 210, available: 210, lifetime: 420 })
  await run('payments refund', first, '--amount', '1.00', '--reason', 'late')
  const earnings = await getEarnings(as)
  expect(earnings).toMatchObject({ pending: 210, available: 140, lifetime: 350 })
  expect(earnings.recipes.map(({ gross, earned, sales }) => [gross, earned, sales])).toEqual([
    [300, 210, 1],
    [200, 140, 1],
  ])
  expect(earnings.days.filter((day) => day.earned !== 0).map((day) => day.earned)).toEqual([
    210, 210, -70,
  ])
  const csv = (await exportSales(as, {})).trimEnd().split('\r\n')
  expect(csv[0]).toBe(
    'sold_at,sale,recipe,workflow_id,version,state,price,tax,refunded,disputed,share_percent,share,currency,book,clears_at,not_paid,payout,payout_state,paid,time_zone,code,full_price,source',
  )
  expect(csv[1]).toContain('"Portrait, with a comma"')
  // A recipe's name must not become a formula in a creator's spreadsheet.
  expect(csv[2]).toContain(`,"'=HYPERLINK(""http://elsewhere"")",`)
  expect(csv[2]).toContain(',refunded,3.00,0.00,1.00,0.00,70,1.40,usd,test:sandbox,')
  expect(csv).toHaveLength(3)
})
