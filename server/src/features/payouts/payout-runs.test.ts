import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPayee, payNow, reasonsOf } from '../../../test/support/money/pay-creators.ts'
import { lastRunAt, nextRunAt } from './rules.ts'
import { sendPayout } from './send-payout.ts'
import { setHold } from './set-hold.ts'
import { startRun } from './start-run.ts'
import { sweepPayouts } from './sweep-payouts.ts'
import { payoutRuns } from './tables.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

/** Sets the clock to so many minutes after the next Friday's run is due. */
function toFriday(minutes: number): Date {
  const now = world.ctx.clock.now()
  world.clock.advance(nextRunAt(now).getTime() - now.getTime() + minutes * 60_000)
  return lastRunAt(world.ctx.clock.now())
}

async function sweepLater(): Promise<void> {
  world.clock.advance(5 * 60_000)
  await sweepPayouts(world.ctx).catch(() => undefined)
}

/** No payout of these creators can be written until the answer is called. */
async function refuseToWrite(ids: readonly string[]): Promise<() => Promise<unknown>> {
  const { pool } = world.database
  await pool.query(`create or replace function refuse_some() returns trigger language plpgsql as $$ begin
    if new.principal_id = any ('{${ids.join()}}') then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_some before insert on payouts for each row execute function refuse_some()`)
  return () => pool.query('drop trigger refuse_some on payouts')
}

test('a retry in the hour of the weekly run leaves that run to its own creators', async () => {
  const refused = await newPayee(world)
  const payout = await payNow(world, refused)
  world.vendor.balance = 10
  await sendPayout(world.ctx, payout.id)
  world.vendor.balance = 1e12
  const stuck = await newPayee(world)
  const dueAt = toFriday(1)
  const allow = await refuseToWrite([stuck.id, refused.id])
  await startRun(world.ctx, { dueAt, by: 'schedule' }).catch(() => undefined)
  await setHold(world.ctx, {
    principalId: refused.id,
    amount: null,
    code: 'operator',
    reason: 'a look',
    setBy: 'admin',
    until: null,
  })
  await sweepLater()
  await allow()
  await sweepLater()
  expect(await reasonsOf(world, stuck)).toEqual(['in_transit 2100'])
  const runs = await world.ctx.db.select().from(payoutRuns).where(eq(payoutRuns.dueAt, dueAt))
  expect(runs.find(({ by }) => by === 'schedule')?.endedAt).not.toBeNull()
})
