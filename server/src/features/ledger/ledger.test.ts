import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { balanceOf, later, MONEY, START, sell } from '../../../test/support/money/post-sales.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { ledgerCommands } from './cli.ts'
import {
  type Facts,
  getCreatorBalance,
  getOwed,
  listOwedPrincipals,
  post,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumPostedByPayment,
} from './index.ts'
import { listLedgerLines } from './queries.ts'

let database: TestDatabase
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = { ...createTestCtx(database), clock: { now: () => START } }
})
afterAll(() => database.drop())

test('a capture owes the creator 70%, pending for seven days and then available', async () => {
  const { principalId, paymentId } = await sell(ctx, 300)
  expect(await balanceOf(ctx, principalId, 6.9)).toEqual({
    pending: 210,
    available: 0,
    lifetime: 210,
  })
  expect(await balanceOf(ctx, principalId, 7)).toEqual({
    pending: 0,
    available: 210,
    lifetime: 210,
  })
  const lines = await listLedgerLines(ctx, { paymentId })
  expect(lines.map(({ account, amount, sharePercent }) => [account, amount, sharePercent])).toEqual(
    [
      ['gateway', 300, null],
      ['creator', -210, 70],
      ['platform', -90, null],
    ],
  )
})

test('a line clears after the days that its capture names', async () => {
  const creator = { principalId: newId(), hasAccount: true }
  const sale = { paymentId: newId(), workflowId: newId(), ...MONEY, sharePercent: 70, creator }
  await inTransaction(ctx, (tx) =>
    post(tx, 'capture', { ...sale, amount: 300, clearanceDays: 14, occurredAt: START }),
  )
  expect(await balanceOf(ctx, creator.principalId, 13.9)).toMatchObject({ pending: 210 })
  expect(await balanceOf(ctx, creator.principalId, 14)).toMatchObject({
    pending: 0,
    available: 210,
  })
})

test('an event posted ten times at once is posted once', async () => {
  const { paymentId, principalId } = await sell(ctx, 300)
  const refund = { paymentId, refundId: newId(), amount: 100, occurredAt: START }
  const posted = await Promise.all(
    Array.from({ length: 10 }, () => inTransaction(ctx, (tx) => post(tx, 'refund', refund))),
  )
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect((await balanceOf(ctx, principalId)).lifetime).toBe(140)
})

test('a hundred refunds of a cent at once end in the same state as one refund of a dollar', async () => {
  const { paymentId, principalId, workflowId } = await sell(ctx, 333)
  await Promise.all(
    Array.from({ length: 100 }, () =>
      inTransaction(ctx, (tx) =>
        post(tx, 'refund', { paymentId, refundId: newId(), amount: 1, occurredAt: START }),
      ),
    ),
  )
  expect(await balanceOf(ctx, principalId, 8)).toEqual({
    pending: 0,
    available: 163,
    lifetime: 163,
  })
  expect(await sumEarningsByWorkflow(ctx, [principalId], MONEY)).toEqual([
    { workflowId, sales: 1, gross: 233, tax: 0, earned: 163 },
  ])
})

test('a refund of a pending sale does not change the cleared money of another sale', async () => {
  const { principalId } = await sell(ctx, 1000)
  const fresh = later(ctx, 10)
  const paymentId = newId()
  await inTransaction(fresh, async (tx) => {
    const occurredAt = fresh.clock.now()
    const creator = { principalId, hasAccount: true }
    const sale = { paymentId, workflowId: newId(), ...MONEY, sharePercent: 70, creator }
    await post(tx, 'capture', { ...sale, amount: 300, occurredAt })
    await post(tx, 'refund', { paymentId, refundId: newId(), amount: 300, occurredAt })
  })
  expect(await balanceOf(ctx, principalId, 10)).toEqual({
    pending: 0,
    available: 700,
    lifetime: 700,
  })
})

test('each change of a dispute posts its difference: lost, won on appeal, lost again, changed', async () => {
  const { paymentId, principalId } = await sell(ctx, 300)
  type Stand = NonNullable<Facts['dispute']['before']>
  let before: Stand | null = null
  const dispute = async (state: Stand['state'], amount: number) => {
    const after: Stand = { state, amount }
    await inTransaction(ctx, (tx) =>
      post(tx, 'dispute', { paymentId, disputeId: 'du_1', occurredAt: START, before, after }),
    )
    before = after
    const lines = await listLedgerLines(ctx, { paymentId })
    const sum = (account: string) =>
      lines.reduce((total, line) => total + (line.account === account ? line.amount : 0), 0)
    const posted = await sumPostedByPayment(ctx, [paymentId])
    const owed = (await balanceOf(ctx, principalId)).lifetime
    const books = ['gateway', 'contested', 'set_aside', 'platform'].map(sum)
    return [posted.get(paymentId)?.disputed, owed, ...books]
  }
  const nothingTaken = [0, 210, 300, 0, 0, -90]
  const allTaken = [300, 0, 0, 0, 0, 0]
  expect(await dispute('opened', 300)).toEqual([300, 0, 0, 300, -300, 0])
  expect(await dispute('lost', 300)).toEqual(allTaken)
  expect(await dispute('lost', 300)).toEqual(allTaken)
  expect(await dispute('won', 300)).toEqual(nothingTaken)
  expect(await dispute('won', 100)).toEqual(nothingTaken)
  expect(await dispute('lost', 100)).toEqual([100, 140, 200, 0, 0, -60])
  expect(await dispute('lost', 300)).toEqual(allTaken)
  expect(await dispute('opened', 300)).toEqual([300, 0, 0, 300, -300, 0])
  expect(await dispute('opened', 100)).toEqual([100, 140, 200, 100, -100, -60])
  // The platform carries the part of a dispute above the captured amount.
  expect(await dispute('opened', 333)).toEqual([333, 0, -33, 333, -333, 33])
  expect(await dispute('won', 333)).toEqual(nothingTaken)
  const kinds = new Map(
    (await listLedgerLines(ctx, { paymentId })).map(({ key, kind }) => [key, kind]),
  )
  expect([...kinds.values()]).toEqual([
    'capture',
    'dispute_opened',
    'dispute_lost',
    'dispute_won',
    'dispute_raised',
    'dispute_raised',
    'dispute_reopened',
    'dispute_lowered',
    'dispute_raised',
    'dispute_won',
  ])
  expect([...kinds.keys()].slice(1)).toEqual(
    Array.from({ length: 9 }, (_, at) => `dispute:du_1:${at + 1}`),
  )
})

test('a failed refund is reversed once, and an unposted refund never', async () => {
  const { paymentId, principalId } = await sell(ctx, 300)
  const refund = { paymentId, refundId: newId(), amount: 100, occurredAt: START }
  expect(await inTransaction(ctx, (tx) => post(tx, 'refund_failed', refund))).toBe(false)
  await inTransaction(ctx, (tx) => post(tx, 'refund', refund))
  expect((await balanceOf(ctx, principalId)).lifetime).toBe(140)
  await inTransaction(ctx, (tx) => post(tx, 'refund_failed', refund))
  await inTransaction(ctx, (tx) => post(tx, 'refund_failed', refund))
  expect((await balanceOf(ctx, principalId)).lifetime).toBe(210)
})

test("earnings of a creator without an account wait in an unclaimed account and are summed with the account's", async () => {
  const visitor = newId()
  const user = newId()
  const { paymentId } = await sell(ctx, 300, visitor, false)
  await sell(ctx, 100, user, true)
  expect((await listLedgerLines(ctx, { paymentId })).map(({ account }) => account)).toContain(
    'unclaimed',
  )
  expect((await getCreatorBalance(ctx, [user, visitor], MONEY)).lifetime).toBe(280)
})

test('the money of one book is never summed, listed or shown in another', async () => {
  const principalId = newId()
  const sandbox = { book: 'test:sandbox', currency: 'usd' } as const
  await sell(ctx, 300, principalId, true, sandbox)
  const live = await sell(ctx, 1000, principalId)
  expect((await getCreatorBalance(ctx, [principalId], sandbox)).lifetime).toBe(210)
  expect((await getCreatorBalance(ctx, [principalId], MONEY)).lifetime).toBe(700)
  expect(await sumEarningsByWorkflow(ctx, [principalId], MONEY)).toEqual([
    { workflowId: live.workflowId, sales: 1, gross: 1000, tax: 0, earned: 700 },
  ])
  expect(await sumEarningsByDay(ctx, [principalId], MONEY, START)).toMatchObject([
    { earned: 700, sales: 1 },
  ])
  const lines = await listLedgerLines(ctx, { book: 'live', ownerIds: [principalId] })
  expect(lines.map(({ amount, book }) => [amount, book])).toEqual([[-700, 'live']])
})

test('a payout lowers the available amount once, and a refusal or a return gives it back', async () => {
  const { principalId } = await sell(ctx, 300)
  const move = (amount: number, nth = 1) => ({
    payoutId,
    principalId,
    amount,
    nth,
    ...MONEY,
    occurredAt: START,
  })
  const payoutId = newId()
  const available = async () => (await balanceOf(ctx, principalId, 8)).available
  type Kind = 'payout' | 'transfer_made' | 'transfer_refused' | 'payout_returned'
  const postMove = (kind: Kind, amount = 150, nth = 1) =>
    inTransaction(ctx, (tx) => post(tx, kind, move(amount, nth)))
  const inTransit = async () =>
    (await listLedgerLines(ctx)).reduce(
      (sum, line) => sum + (line.account === 'in_transit' ? line.amount : 0),
      0,
    )
  expect(await postMove('payout')).toBe(true)
  expect(await postMove('payout')).toBe(false)
  expect(await balanceOf(ctx, principalId, 8)).toEqual({ pending: 0, available: 60, lifetime: 210 })
  expect(await inTransit()).toBe(-150)
  await postMove('transfer_refused')
  expect([await available(), await inTransit()]).toEqual([210, 0])
  await postMove('payout', 150, 2)
  await postMove('transfer_made', 150, 2)
  expect([await available(), await inTransit()]).toEqual([60, 0])
  await postMove('payout_returned', 50)
  await postMove('payout_returned', 100, 2)
  expect([await available(), await inTransit()]).toEqual([210, 0])
  expect(await sumEarningsByWorkflow(ctx, [principalId], MONEY)).toMatchObject([{ earned: 210 }])
})

test('what is owed is told by day of clearing, beside the part that open disputes hold', async () => {
  const { paymentId, principalId } = await sell(ctx, 300)
  const late = later(ctx, 3)
  const second = newId()
  await inTransaction(late, (tx) =>
    post(tx, 'capture', {
      paymentId: second,
      workflowId: newId(),
      amount: 100,
      ...MONEY,
      creator: { principalId, hasAccount: true },
      sharePercent: 70,
      occurredAt: late.clock.now(),
    }),
  )
  const dispute = (before: Stand | null, after: Stand) =>
    inTransaction(ctx, (tx) =>
      post(tx, 'dispute', { paymentId, disputeId: newId(), occurredAt: START, before, after }),
    )
  type Stand = NonNullable<Facts['dispute']['before']>
  await dispute(null, { state: 'opened', amount: 100 })
  await dispute({ state: 'opened', amount: 50 }, { state: 'lost', amount: 50 })
  const owed = (days: number) => getOwed(ctx, [principalId], MONEY, later(ctx, days).clock.now())
  const days = [
    { day: '2026-03-08', waits: 7, amount: 140 },
    { day: '2026-03-11', waits: 7, amount: 70 },
  ]
  // Half of the disputed dollar is lost: the other half is still open.
  expect(await owed(0)).toEqual({ balance: 210, pending: days, setAside: 35 })
  expect(await owed(7)).toMatchObject({ balance: 210, pending: days.slice(1) })
  expect(await listOwedPrincipals(ctx, MONEY, later(ctx, 6.9).clock.now())).not.toContain(
    principalId,
  )
  expect(await listOwedPrincipals(ctx, MONEY, later(ctx, 7).clock.now())).toContain(principalId)
})

test('`ledger show` and `ledger balance` print the entries and their balance', async () => {
  const { paymentId } = await sell(ctx, 300)
  await inTransaction(ctx, (tx) =>
    post(tx, 'processor_fee', { paymentId, amount: 39, occurredAt: START }),
  )
  const run = (name: string, ...args: string[]) =>
    ledgerCommands.find((command) => command.name === name)?.run(ctx, args)
  const shown = await run('ledger show', '--payment', paymentId)
  expect(shown).toMatch(/capture .* gateway +\$3\.00/)
  expect(shown).toMatch(/creator .* \$2\.10 +70%/)
  expect(shown).toContain('2 entries, debits $3.39, credits $3.39: balanced.')
  expect(await run('ledger balance', '--book', 'live')).toMatch(/\nlive: Balanced: \$0\.00\.$/)
  const { rows } = await database.db.execute(
    sql`select sum(amount)::int as total from ledger_postings`,
  )
  expect(rows).toEqual([{ total: 0 }])
})
