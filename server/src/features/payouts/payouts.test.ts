import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { type Ctx, inTransaction, type Principal } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { identityEvents, principals } from '../identity/index.ts'
import { listLedgerLines } from '../ledger/queries.ts'
import { checkAccount } from './check-account.ts'
import { payoutCommands } from './cli.ts'
import { comparePayouts } from './compare-payouts.ts'
import { getPayouts } from './get-payouts.ts'
import { holdCommands } from './hold-commands.ts'
import { liftHold } from './lift-hold.ts'
import { listUnpaid } from './list-unpaid.ts'
import { markFailed } from './mark-failed.ts'
import { markPaid } from './mark-paid.ts'
import { openPayoutAccount } from './open-payout-account.ts'
import { refreshAccount } from './refresh-account.ts'
import { lastRunAt } from './rules.ts'
import { sendPayout } from './send-payout.ts'
import { setHold } from './set-hold.ts'
import { startRun } from './start-run.ts'
import { sweepPayouts } from './sweep-payouts.ts'
import { type PayoutRow, payoutRuns } from './tables.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

/** A creator with an account in use and a sale that has cleared. */
async function newPayee(amount = 3_000): Promise<Principal> {
  const creator = await world.newPrincipal()
  await world.openAccount(creator)
  await world.sell(creator, amount)
  world.wait(8)
  world.vendor.faults = []
  world.vendor.balance = 1e12
  return creator
}

async function run(creator: Principal, ctx: Ctx = world.ctx): Promise<PayoutRow | undefined> {
  const made = await startRun(ctx, {
    dueAt: ctx.clock.now(),
    by: 'operator',
    only: [creator.id],
  })
  return made.payouts[0]
}

async function runNow(creator: Principal): Promise<PayoutRow> {
  const payout = await run(creator)
  if (!payout) throw new Error('nothing was paid')
  return payout
}

const transfersOf = (creator: Principal) =>
  world.vendor.transfers.filter(({ accountId }) => accountId === `acct_${creator.id}`)

const reasonsOf = async (creator: Principal) =>
  (await listUnpaid(world.ctx, creator.id)).map(({ reason, amount }) => `${reason} ${amount}`)

async function postedFor(payoutId: string): Promise<string[]> {
  const lines = await listLedgerLines(world.ctx)
  return lines
    .filter(({ subjectId }) => subjectId === payoutId)
    .map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)
}

test('cleared money leaves with the run, arrives, and is posted once', async () => {
  const creator = await newPayee()
  expect(await reasonsOf(creator)).toEqual(['next_run 2100'])
  const payout = await runNow(creator)
  expect(payout).toMatchObject({ amount: 2_100, state: 'scheduled', book: 'test:sandbox' })
  expect(await reasonsOf(creator)).toEqual(['in_transit 2100'])
  await sendPayout(world.ctx, payout.id)
  world.vendor.bank(payout.accountId, 'paid')
  await checkAccount(world.ctx, payout.accountId)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(creator)).toEqual([])
  expect(await postedFor(payout.id)).toEqual([
    'payout creator 2100',
    'payout in_transit -2100',
    'transfer_made in_transit 2100',
    'transfer_made gateway -2100',
  ])
  const shown = await getPayouts(actAs(world.ctx, creator), { limit: 20 })
  expect(shown).toMatchObject({ unpaid: 0, paid: 2_100, payouts: [{ state: 'paid' }] })
})

test('ten runs at once take the money once', async () => {
  const creator = await newPayee()
  const one = { dueAt: world.ctx.clock.now(), by: 'operator', only: [creator.id] } as const
  await Promise.all(Array.from({ length: 10 }, () => startRun(world.ctx, one)))
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      startRun(world.ctx, { ...one, dueAt: new Date(one.dueAt.getTime() + at + 1) }),
    ),
  )
  expect(await reasonsOf(creator)).toEqual(['in_transit 2100'])
})

test('a confirmed run that was cut off goes on with the confirmed creators and sums alone', async () => {
  const [paid, changed, other] = [await newPayee(), await newPayee(), await newPayee()]
  const now = world.ctx.clock.now()
  await startRun(world.ctx, { dueAt: lastRunAt(now), by: 'schedule', only: [] })
  await world.ctx.db.insert(payoutRuns).values({
    id: newId(),
    book: 'test:sandbox',
    dueAt: now,
    by: 'operator',
    confirmed: { [paid.id]: 2_100, [changed.id]: 2_000 },
    startedAt: new Date(now.getTime() - 6 * 60_000),
  })
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(paid)).toEqual(['in_transit 2100'])
  expect(await reasonsOf(changed)).toEqual(['next_run 2100'])
  expect(await reasonsOf(other)).toEqual(['next_run 2100'])
})

test('ten processes that send one payout ask the vendor once', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  world.vendor.asked = 0
  await Promise.all(Array.from({ length: 10 }, () => sendPayout(world.ctx, payout.id)))
  expect(world.vendor.asked).toBe(1)
  expect(transfersOf(creator)).toHaveLength(1)
})

test.each([
  ['whose answer was lost', 'lost'],
  ['whose failure the vendor keeps with the key though the money went', 'kept_though_made'],
  ['whose failure the vendor keeps with the key', 'kept'],
  ['that did not reach the vendor', 'away'],
] as const)('a payout %s is sent again and paid once', async (_, fault) => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  world.vendor.faults = [fault]
  await expect(sendPayout(world.ctx, payout.id)).rejects.toThrow()
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'in_transit' })
  expect(transfersOf(creator)).toHaveLength(1)
})

test('a process killed while it asks the vendor keeps others away for minutes, then the sweep goes on', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  world.vendor.faults = ['hang']
  void sendPayout(world.ctx, payout.id)
  await expect.poll(() => transfersOf(creator).length).toBe(1)
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'sending' })
  world.wait(1)
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'in_transit' })
  expect(transfersOf(creator)).toHaveLength(1)
})

test('a refused payout is the creator’s again, and the next run sends a new one', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  world.vendor.faults = ['refused']
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({
    state: 'failed',
    failure: 'account_restricted',
  })
  const [line] = await listUnpaid(world.ctx, creator.id)
  expect(line).toMatchObject({ amount: 2_100, reason: 'next_run' })
  expect(line?.words).toContain('The payout vendor says account_restricted.')
  world.wait(1)
  const next = await runNow(creator)
  expect(await sendPayout(world.ctx, next.id)).toMatchObject({ state: 'in_transit' })
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({ state: 'failed' })
  expect(transfersOf(creator)).toHaveLength(1)
})

test('a vendor that refused and transferred all the same is booked: the creator owes it back', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  const { vendor } = world
  vendor.faults = ['refused']
  await sendPayout(world.ctx, payout.id)
  world.wait(0.001)
  const next = await runNow(creator)
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
  expect(await reasonsOf(creator)).toEqual([
    'owed_back -2100',
    'in_transit 2100',
    'in_transit 2100',
  ])
})

test('payouts that our balance was too small for leave within the hour after it is filled', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  world.vendor.balance = 2_099
  expect(await sendPayout(world.ctx, payout.id)).toMatchObject({
    state: 'failed',
    failure: 'insufficient_balance',
  })
  world.wait(0.1)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(creator)).toEqual(['next_run 2100'])
  world.vendor.balance = 1e12
  await sweepPayouts(world.ctx)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(creator)).toEqual(['in_transit 2100'])
})

test('a Friday on which no process ran is made up for by the sweep, once', async () => {
  const creator = await newPayee()
  world.wait(7)
  await sweepPayouts(world.ctx)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(creator)).toEqual(['in_transit 2100'])
})

test('parts of the sweep that fail hold up no other part, and are told at its end', async () => {
  const { pool } = world.database
  const stuck = await newPayee()
  const forgotten = await newPayee()
  const payout = await runNow(forgotten)
  const friday = await newPayee()
  world.wait(7)
  await pool.query('delete from pgboss.job')
  await pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.principal_id = '${stuck.id}' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_one before insert on payouts for each row execute function refuse_one()`)
  const deliverEvents = () => Promise.reject(new Error('no event was delivered'))
  const ctx = { ...world.ctx, payoutGateway: { ...world.vendor, deliverEvents } }
  await expect(sweepPayouts(ctx)).rejects.toThrow('parts of a sweep failed')
  await pool.query('drop trigger refuse_one on payouts')
  expect(await reasonsOf(friday)).toEqual(['in_transit 2100'])
  const { rows } = await pool.query(`select 1 from pgboss.job where data ->> 'payoutId' = $1`, [
    payout.id,
  ])
  expect(rows).toHaveLength(1)
  await sweepPayouts(world.ctx)
  expect(await reasonsOf(stuck)).toEqual(['in_transit 2100'])
})

test('a bank that refuses keeps the line with its reason, and pays later without a second transfer', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  await sendPayout(world.ctx, payout.id)
  world.vendor.bank(payout.accountId, 'failed')
  await checkAccount(world.ctx, payout.accountId)
  const [line] = await listUnpaid(world.ctx, creator.id)
  expect(line).toMatchObject({ amount: 2_100, reason: 'bank_refused' })
  expect(line?.words).toContain('no_account')
  world.wait(1)
  world.vendor.bank(payout.accountId, 'paid')
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(creator)).toEqual([])
  expect(transfersOf(creator)).toHaveLength(1)
})

test('money that comes back, in part or whole, is owed again to the cent', async () => {
  const creator = await newPayee()
  const payout = await runNow(creator)
  await sendPayout(world.ctx, payout.id)
  const transferId = transfersOf(creator)[0]?.transferId ?? ''
  world.vendor.takeBack(transferId, 600)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(creator)).toEqual(['below_minimum 600', 'in_transit 1500'])
  world.vendor.takeBack(transferId, 1_500)
  await checkAccount(world.ctx, payout.accountId)
  await checkAccount(world.ctx, payout.accountId)
  expect(await reasonsOf(creator)).toEqual(['next_run 2100'])
})

test('each reason for waiting stops the run until it ends', async () => {
  const { ctx, vendor } = world
  const creator = await newPayee()
  const accountId = `acct_${creator.id}`
  const stopped = async (reason: string) => {
    expect(await run(creator)).toBeUndefined()
    expect(await reasonsOf(creator)).toEqual([`${reason} 2100`])
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
  const tell = (banned: boolean) =>
    inTransaction(ctx, (tx) =>
      identityEvents.principalBanned.tell(tx, {
        principalId: creator.id,
        banned,
        at: ctx.clock.now(),
      }),
    )
  await tell(true)
  await tell(true)
  await stopped('held')
  await tell(false)
  expect(await runNow(creator)).toMatchObject({ amount: 2_100 })
})

test('a first bank is used after 48 hours', async () => {
  const creator = await world.newPrincipal()
  await world.sell(creator, 3_000)
  world.wait(8)
  await openPayoutAccount(actAs(world.ctx, creator), { country: 'US' })
  world.vendor.setAccount(`acct_${creator.id}`, 'ready')
  await refreshAccount(world.ctx, `acct_${creator.id}`)
  expect(await run(creator)).toBeUndefined()
  expect(await reasonsOf(creator)).toEqual(['account_waits 2100'])
  world.wait(2)
  expect(await runNow(creator)).toMatchObject({ amount: 2_100 })
})

test('a hold of a part lets the rest go, and a higher minimum waits for more', async () => {
  const creator = await newPayee()
  await setHold(world.ctx, {
    principalId: creator.id,
    amount: 900,
    code: 'operator',
    reason: 'One sale is looked at.',
    setBy: 'admin',
    until: null,
  })
  expect(await reasonsOf(creator)).toEqual(['held 900', 'next_run 1200'])
  expect(await runNow(creator)).toMatchObject({ amount: 1_200 })
})

test('a guest’s earnings wait for the sign-in, and are paid with the account’s', async () => {
  const guest = await world.newPrincipal('visitor')
  await world.sell(guest, 3_000)
  const creator = await newPayee()
  expect(await reasonsOf(guest)).toEqual(['sign_in 2100'])
  await world.database.db
    .update(principals)
    .set({ claimedBy: creator.id, claimedAt: world.ctx.clock.now() })
    .where(eq(principals.id, guest.id))
  expect(await runNow(creator)).toMatchObject({ amount: 4_200 })
})

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
  const payout = await run(creator, manual)
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
  const sandbox = await runNow(await newPayee())
  await expect(markPaid(world.ctx, sandbox.id, 'x')).rejects.toThrow(/sandbox itself says/)
})

test('a vendor of real money is not asked to pay for test sales', async () => {
  const creator = await newPayee()
  const { vendor, ctx } = world
  const real: Ctx = { ...ctx, payoutGateway: { ...vendor, testMode: false } }
  expect(await run(creator, real)).toBeUndefined()
  world.wait(0.001)
  expect(await runNow(creator)).toMatchObject({ amount: 2_100 })
})

test('the commands preview, run, show and hold', async () => {
  const creator = await newPayee()
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
