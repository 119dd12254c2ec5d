import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx, Principal } from '../../src/ctx.ts'
import { formatRun } from '../../src/features/payouts/export-payout-run.ts'
import { openPayoutAccount } from '../../src/features/payouts/open-payout-account.ts'
import { lastRunAt, nextRunAt } from '../../src/features/payouts/rules.ts'
import { sendPayout } from '../../src/features/payouts/send-payout.ts'
import { startRun } from '../../src/features/payouts/start-run.ts'
import { sweepPayouts } from '../../src/features/payouts/sweep-payouts.ts'
import { openManualPayouts } from '../../src/main/compose-gateways.ts'
import type { ManualPayouts } from '../../src/providers/payouts/manual/details-page.ts'
import { manualTransfers } from '../../src/providers/payouts/manual/tables.ts'
import { notices } from '../../src/schema/notices.ts'
import { payoutAccounts, payouts } from '../../src/schema/payouts.ts'
import { actAs } from '../support/create-test-ctx.ts'
import { createPayoutWorld, type PayoutWorld } from '../support/money/create-payout-world.ts'

const HOUR = 3_600_000
const ALICE = ['Alice Honest', '1111222233334444', '021000021'] as const
const MALLORY = ['Mallory Thief', '9999000077778888', '026009593'] as const

let world: PayoutWorld
let ctx: Ctx
let gateway: ManualPayouts
beforeAll(async () => {
  world = await createPayoutWorld()
  const config = { ...world.ctx.config, payouts: 'manual' as const }
  const parts = { config, db: world.database.db, clock: world.clock, gateway: world.ctx.gateway }
  gateway = openManualPayouts(parts, () => ctx) as ManualPayouts
  ctx = { ...world.ctx, config, payoutGateway: gateway }
})
afterAll(() => world.close())

/** Gives bank details as the form of the account does. */
async function fill(creator: Principal, [name, account, bank]: readonly string[]): Promise<void> {
  const { url } = await openPayoutAccount(actAs(ctx, creator), { country: 'US' })
  const link = new URL(url).pathname.split('/').at(-1) ?? ''
  const form = { name: name ?? '', kind: 'person', account: account ?? '', bank: bank ?? '' }
  expect(await gateway.keepDetails(link, form)).toMatchObject({ accepted: true })
}

const accountOf = async ({ id }: Principal) => {
  const [row] = await ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.principalId, id))
  return row
}

/** What the creator was told of the account: the ends of the banks, in order. */
const toldOf = async ({ id }: Principal) => {
  const rows = await ctx.db.select().from(notices).where(eq(notices.ownerId, id))
  return rows.filter(({ kind }) => kind === 'payout_account').map(({ facts }) => facts['bank'])
}

/** A creator of some weeks who gave the details of Alice, with $21.00 that have cleared. */
async function newAlice(): Promise<Principal> {
  const creator = await world.newPrincipal()
  await fill(creator, ALICE)
  await world.sell(creator, 3_000)
  world.wait(14)
  toFriday(0)
  await startRun(ctx, { dueAt: lastRunAt(world.clock.now()), by: 'schedule', only: [] })
  return creator
}

function toFriday(minutes: number): void {
  const now = world.clock.now()
  world.clock.advance(nextRunAt(now).getTime() - now.getTime() + minutes * 60_000)
}

/** The weekly run, carried out; the lines of the operator's list that are this creator's. */
async function payWeekly(creator: Principal): Promise<string[]> {
  toFriday(0)
  const { run, payouts: made } = await startRun(ctx, {
    dueAt: lastRunAt(world.clock.now()),
    by: 'schedule',
  })
  for (const { id } of made) await sendPayout(ctx, id)
  return linesOf(creator, run.id)
}

const linesOf = async ({ id }: Principal, runId: string) =>
  (await formatRun(ctx, runId)).split('\r\n').filter((line) => line.includes(id))

test('details changed half an hour before the run are told at once, and are paid no sooner than 48 hours later', async () => {
  const creator = await newAlice()
  toFriday(-30)
  expect(await toldOf(creator)).toEqual(['4444'])
  await fill(creator, MALLORY)
  expect(await toldOf(creator)).toEqual(['4444', '8888'])
  const usableFrom = new Date(world.clock.now().getTime() + 48 * HOUR)
  expect(await accountOf(creator)).toMatchObject({ usableFrom, bankLast4: '8888' })
  expect(await payWeekly(creator)).toEqual([])
  // A week later nobody has objected.
  expect(await payWeekly(creator)).toEqual([expect.stringContaining('9999000077778888')])
})

test('a payout keeps the details that it was sent with in the operator’s list', async () => {
  const creator = await newAlice()
  const [line] = await payWeekly(creator)
  expect(line).toContain('"Alice Honest",person,1111222233334444,021000021')
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.principalId, creator.id))
  await fill(creator, MALLORY)
  await sweepPayouts(ctx)
  expect(await linesOf(creator, payout?.runId ?? '')).toEqual([line])
  expect(await toldOf(creator)).toEqual(['4444', '8888'])
  const kept = JSON.stringify(await ctx.db.select().from(manualTransfers))
  expect(kept).not.toMatch(/Alice|1111222233334444/)
})

test.each([
  ['number with the same last four digits', ['Alice Honest', '9999000077774444', '021000021']],
  ['bank', ['Alice Honest', '1111222233334444', '026009593']],
  ['holder', ['Mallory Thief', '1111222233334444', '021000021']],
])('another %s is another account', async (_, details) => {
  const creator = await newAlice()
  toFriday(-60)
  await fill(creator, details)
  expect(await toldOf(creator)).toEqual(['4444', '4444'])
  expect((await accountOf(creator))?.bankChangedAt).toEqual(world.clock.now())
  expect(await payWeekly(creator)).toEqual([])
})

test('the same details once more change nothing', async () => {
  const creator = await newAlice()
  toFriday(-60)
  await fill(creator, ALICE)
  expect(await toldOf(creator)).toEqual(['4444'])
  expect(await payWeekly(creator)).toHaveLength(1)
})

test('a payout that waits to be sent is refused where the details have changed since', async () => {
  const creator = await newAlice()
  toFriday(0)
  const { payouts: made } = await startRun(ctx, {
    dueAt: lastRunAt(world.clock.now()),
    by: 'schedule',
  })
  const payout = made.find(({ principalId }) => principalId === creator.id)
  await fill(creator, MALLORY)
  expect(await sendPayout(ctx, payout?.id ?? '')).toMatchObject({
    state: 'failed',
    failure: 'account_restricted',
    reason: 'New bank details are used after 48 hours.',
  })
  expect(await linesOf(creator, payout?.runId ?? '')).toEqual([
    expect.stringMatching(/failed,test:sandbox,,,,$/),
  ])
})

test('a closed account keeps no details, nor do its transfers', async () => {
  const creator = await newAlice()
  await payWeekly(creator)
  const account = await accountOf(creator)
  await gateway.closeAccount(account?.accountId ?? '')
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.principalId, creator.id))
  expect(await gateway.findBankDetails(payout?.id ?? '')).toBeNull()
})
