import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { fillPayoutWorld } from '../../../test/support/money/fill-payout-world.ts'
import { sweepHolds } from './apply-hold-rules.ts'
import { previewRun, sumPreview } from './preview-run.ts'
import { startRun } from './start-run.ts'

/** 5,000 in `npm run test:all`. */
const CREATORS = Number(process.env['PAYOUT_CREATORS'] ?? 500)

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

/** How many statements of SQL the work sends. */
async function count<T>(work: () => Promise<T>): Promise<{ result: T; sent: number }> {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  let sent = 0
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    sent += 1
    return Reflect.apply(query, this, args)
  })
  try {
    return { result: await work(), sent }
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query)
  }
}

test('a preview and a run of many creators send few statements for each', async () => {
  await fillPayoutWorld(world, CREATORS)
  const preview = await count(() => previewRun(world.ctx))
  const shown = sumPreview(preview.result)
  expect(shown.payouts).toBe(CREATORS * 0.8)
  const run = await count(() =>
    startRun(world.ctx, { dueAt: world.ctx.clock.now(), by: 'operator' }),
  )
  expect(sumPreview(run.result.payouts.map(({ amount }) => ({ payable: amount })))).toEqual(shown)
  await sweepHolds(world.ctx)
  expect(preview.sent).toBeLessThan(25 * Math.ceil((CREATORS + 1) / 500))
  expect(run.sent / CREATORS).toBeLessThan(3)
  const { rows } = await world.database.pool.query<{ off: string; held: string }>(
    `select (select sum(amount) from ledger_postings) as off,
      (select count(*) from payout_holds where code = 'fraud_warning') as held`,
  )
  expect(rows[0]).toEqual({ off: '0', held: String(CREATORS / 10) })
}, 600_000)
