import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { newPayee, payNow, reasonsOf } from '../../../test/support/money/pay-creators.ts'
import type { Principal } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { notices } from '../../schema/notices.ts'
import { payoutDelays, payoutRuns, payouts } from '../../schema/payouts.ts'
import { DEVELOPMENT_ISSUER } from '../identity/rules.ts'
import { listNotices } from '../notices/notice.ts'
import { getPayouts } from './get-payouts.ts'
import { setHold } from './hold.ts'
import { payoutGauges } from './metrics.ts'
import { listUnpaid } from './position.ts'
import { planRun, warnOperators } from './preview-run.ts'
import { lastRunAt, nextRunAt } from './rules.ts'
import { sendPayout } from './send-payout.ts'
import { startRun } from './start-run.ts'
import { sweepPayouts } from './sweep-payouts.ts'

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

const runOf = async (dueAt: Date) => {
  const runs = await world.ctx.db.select().from(payoutRuns).where(eq(payoutRuns.dueAt, dueAt))
  return runs.find(({ by }) => by === 'schedule')
}

const delaysOf = async (...people: Principal[]) => {
  const rows = await world.ctx.db.select().from(payoutDelays)
  return people.map(({ id }) => rows.find((row) => row.principalId === id)?.cause ?? null)
}

const toldOf = async ({ id }: Principal) =>
  (await world.ctx.db.select().from(notices).where(eq(notices.ownerId, id)))
    .filter(({ kind }) => kind.startsWith('payout'))
    .map(({ kind, facts }) => `${kind} ${String(facts['cents'] ?? facts['short'] ?? '')}`)

/** Ends all that earlier tests left, so that a run is about the creators of its own test. */
async function clear(): Promise<void> {
  world.vendor.balance = 1e12
  await startRun(world.ctx, { dueAt: toFriday(1), by: 'schedule' })
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from payouts where state in ('scheduled', 'sending')`,
  )
  for (const { id } of rows) await sendPayout(world.ctx, id)
}

test('a run ends with its failures, and the sweep tries those creators alone', async () => {
  await clear()
  const stuck = [await newPayee(world), await newPayee(world)]
  const others = [await newPayee(world), await newPayee(world), await newPayee(world)]
  const dueAt = toFriday(1)
  const allow = await refuseToWrite(stuck.map(({ id }) => id))
  const made = await startRun(world.ctx, { dueAt, by: 'schedule' })
  expect(made.payouts.map(({ principalId }) => principalId).toSorted()).toEqual(
    others.map(({ id }) => id).toSorted(),
  )
  expect((await runOf(dueAt))?.endedAt).toEqual(world.ctx.clock.now())
  expect(await delaysOf(...stuck, ...others)).toEqual(['failure', 'failure', null, null, null])
  // Whoever earns meanwhile waits for the next run.
  const later = await world.newPrincipal()
  await world.openAccount(later)
  await world.sell(later, 3_000)
  world.clock.advance(5 * 60_000)
  await expect(sweepPayouts(world.ctx)).rejects.toThrow()
  expect(await delaysOf(...stuck)).toEqual(['failure', 'failure'])
  expect((await listUnpaid(world.ctx, stuck[0]?.id ?? ''))[0]).toMatchObject({
    reason: 'delayed',
    words: expect.stringMatching(/^Delayed by us: the money is yours/) as string,
  })
  await allow()
  world.clock.advance(5 * 60_000)
  await sweepPayouts(world.ctx)
  for (const creator of stuck) {
    expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
  }
  expect(await delaysOf(...stuck)).toEqual([null, null])
  const [payout] = await world.ctx.db
    .select()
    .from(payouts)
    .where(eq(payouts.principalId, stuck[0]?.id ?? ''))
  expect(payout?.runId).toBe(made.run.id)
})

test('ten runs and sweeps at once with a locked creator pay each creator once', async () => {
  await clear()
  const creators = [await newPayee(world), await newPayee(world), await newPayee(world)]
  const dueAt = toFriday(1)
  const holder = await world.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from principals where id = $1 for update', [creators[1]?.id])
  const runs = Promise.all(
    Array.from({ length: 5 }, () => startRun(world.ctx, { dueAt, by: 'schedule' })),
  )
  // The two others are paid while one is locked.
  for (const free of [creators[0], creators[2]]) {
    await expect.poll(() => free && reasonsOf(world, free)).toEqual(['in_transit 2100'])
  }
  await holder.query('commit')
  holder.release()
  await runs
  for (const creator of creators) {
    expect(await reasonsOf(world, creator)).toEqual(['in_transit 2100'])
  }
})

test('a balance that is too small pays the smallest sums, delays the others in words of ours, and pays them first once it is filled', async () => {
  await clear()
  const admin = await world.newPrincipal()
  await world.ctx.db
    .update(principals)
    .set({ issuer: DEVELOPMENT_ISSUER, developmentAdmin: true })
    .where(eq(principals.id, admin.id))
  const large = await newPayee(world, 9_000)
  const middle = await newPayee(world, 6_000)
  const small = await newPayee(world, 3_000)
  world.vendor.balance = 2_100 + 4_199
  toFriday(-24 * 60)
  await warnOperators(world.ctx)
  await warnOperators(world.ctx)
  expect(await toldOf(admin)).toEqual([`payouts_short ${2_100 + 4_200 + 6_300 - 6_299}`])
  const dueAt = toFriday(1)
  const plan = await planRun(world.ctx, dueAt)
  expect(plan).toMatchObject({ balance: 6_299, short: 6_301 })
  const due = plan.lines.filter(({ payable, delayed }) => payable + delayed > 0)
  expect(due.map(({ principalId, payable }) => [principalId, payable])).toEqual([
    [small.id, 2_100],
    [middle.id, 0],
    [large.id, 0],
  ])
  const made = await startRun(world.ctx, { dueAt, by: 'schedule' })
  await startRun(world.ctx, { dueAt, by: 'schedule' })
  expect(made.payouts.map(({ principalId }) => principalId)).toEqual([small.id])
  for (const { id } of made.payouts) await sendPayout(world.ctx, id)
  expect(await reasonsOf(world, middle)).toEqual(['delayed 4200'])
  expect(await toldOf(middle)).toContain('payout_delayed 4200')
  expect(await toldOf(admin)).toContain('payouts_delayed 10500')
  expect((await toldOf(admin)).length).toBe(2)
  // The money of a newer sale does not overtake them.
  const newer = await newPayee(world, 2_000)
  world.vendor.balance = 6_000
  await startRun(world.ctx, { dueAt: toFriday(1), by: 'schedule' })
  expect(await reasonsOf(world, middle)).toEqual(['in_transit 4200'])
  expect(await reasonsOf(world, large)).toEqual(['delayed 6300'])
  expect(await reasonsOf(world, newer)).toEqual(['delayed 1400'])
  world.vendor.balance = 1e12
  world.clock.advance(3_600_000)
  await sweepPayouts(world.ctx)
  for (const creator of [large, newer]) {
    expect((await reasonsOf(world, creator))[0]).toMatch(/^in_transit/)
  }
})

test('the operator hears once a run that the vendor refuses this server’s payouts', async () => {
  await clear()
  const admin = await world.newPrincipal()
  await world.ctx.db
    .update(principals)
    .set({ issuer: DEVELOPMENT_ISSUER, developmentAdmin: true })
    .where(eq(principals.id, admin.id))
  const creators = [await newPayee(world), await newPayee(world)]
  const { payouts: made } = await startRun(world.ctx, { dueAt: toFriday(1), by: 'schedule' })
  expect(made).toHaveLength(2)
  world.vendor.faults = ['key_refused', 'key_refused']
  const before = await countRefused()
  for (const { id } of made) await sendPayout(world.ctx, id)
  expect(await countRefused()).toBe(before + 2)
  for (const creator of creators) expect(await toldOf(creator)).toContain('payout_delayed 2100')
  expect(await toldOf(admin)).toEqual(['payouts_refused 2100'])
})

test('a creator never reads of our balance, also where the vendor refuses', async () => {
  await clear()
  const creator = await newPayee(world)
  const payout = await payNow(world, creator)
  world.vendor.balance = 2_099
  await sendPayout(world.ctx, payout.id)
  world.vendor.balance = 1e12
  const acting = actAs(world.ctx, creator)
  const seen = JSON.stringify([
    await getPayouts(acting, { limit: 20 }),
    (await listNotices(acting, { limit: 20, offset: 0 })).notices,
  ])
  expect(seen).not.toMatch(/balance is too small|insufficient|vendor/i)
  expect(seen).toContain('Delayed by us: nothing was sent, and the money is yours.')
  expect(seen).toContain('Delayed by us: your payout of $21.00')
  expect(await toldOf(creator)).toEqual(['payout_account ', 'payout_delayed 2100'])
})

/** What the metric of refused payouts shows. */
async function countRefused(): Promise<number> {
  const [gauge] = payoutGauges
  const { rows } = await world.ctx.db.execute<{ value: string }>(sql.raw(gauge?.query ?? ''))
  return Number(rows[0]?.value)
}
