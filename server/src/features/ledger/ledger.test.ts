import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { ACCOUNT_KINDS, OWNED_KINDS } from './account-kind.ts'
import type { Money } from './book.ts'
import { ledgerCommands } from './cli.ts'
import { ENTRY_KINDS } from './entry-kind.ts'
import {
  getCreatorBalance,
  getOwed,
  listOwedPrincipals,
  owedCents,
  postCapture,
  postDispute,
  postPayout,
  postPayoutReturned,
  postProcessorFee,
  postRefund,
  postRefundFailed,
  postTransferMade,
  postTransferRefused,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumPostedByPayment,
} from './index.ts'
import { listLedgerLines } from './queries.ts'
import { reportTax } from './report-tax.ts'
import { divideChange, type Sale, taxesIn } from './rules.ts'
import { SUBJECT_TYPES } from './subject-type.ts'

const START = new Date('2026-03-01T12:00:00Z')
const DAY = 86_400_000
const MONEY = { book: 'live', currency: 'usd' } as const

let database: TestDatabase
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = { ...createTestCtx(database), clock: { now: () => START } }
})
afterAll(() => database.drop())

const later = (days: number): Ctx => ({
  ...ctx,
  clock: { now: () => new Date(START.getTime() + days * DAY) },
})

async function sell(amount = 300, principalId = newId(), hasAccount = true, money: Money = MONEY) {
  const paymentId = newId()
  const workflowId = newId()
  await inTransaction(ctx, (tx) =>
    postCapture(tx, {
      paymentId,
      workflowId,
      amount,
      ...money,
      creator: { principalId, hasAccount },
      sharePercent: 70,
      occurredAt: START,
    }),
  )
  return { paymentId, workflowId, principalId }
}

const balanceOf = (principalId: string, days = 0) =>
  getCreatorBalance(later(days), [principalId], MONEY)

async function refuses(statement: string, why: RegExp) {
  await expect(database.pool.query(statement)).rejects.toThrow(why)
}

test('a capture owes the creator 70%, pending for seven days and then available', async () => {
  const { principalId, paymentId } = await sell(300)
  expect(await balanceOf(principalId, 6.9)).toEqual({ pending: 210, available: 0, lifetime: 210 })
  expect(await balanceOf(principalId, 7)).toEqual({ pending: 0, available: 210, lifetime: 210 })
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
    postCapture(tx, { ...sale, amount: 300, clearanceDays: 14, occurredAt: START }),
  )
  expect(await balanceOf(creator.principalId, 13.9)).toMatchObject({ pending: 210 })
  expect(await balanceOf(creator.principalId, 14)).toMatchObject({ pending: 0, available: 210 })
})

test('an event posted ten times at once is posted once', async () => {
  const { paymentId, principalId } = await sell(300)
  const refund = { paymentId, refundId: newId(), amount: 100, occurredAt: START }
  const posted = await Promise.all(
    Array.from({ length: 10 }, () => inTransaction(ctx, (tx) => postRefund(tx, refund))),
  )
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect((await balanceOf(principalId)).lifetime).toBe(140)
})

test('a hundred refunds of a cent at once end in the same state as one refund of a dollar', async () => {
  const { paymentId, principalId, workflowId } = await sell(333)
  await Promise.all(
    Array.from({ length: 100 }, () =>
      inTransaction(ctx, (tx) =>
        postRefund(tx, { paymentId, refundId: newId(), amount: 1, occurredAt: START }),
      ),
    ),
  )
  expect(await balanceOf(principalId, 8)).toEqual({ pending: 0, available: 163, lifetime: 163 })
  expect(await sumEarningsByWorkflow(ctx, [principalId], MONEY)).toEqual([
    { workflowId, sales: 1, gross: 233, tax: 0, earned: 163 },
  ])
})

test('a refund of a pending sale does not change the cleared money of another sale', async () => {
  const { principalId } = await sell(1000)
  const fresh = later(10)
  const paymentId = newId()
  await inTransaction(fresh, async (tx) => {
    const occurredAt = fresh.clock.now()
    const creator = { principalId, hasAccount: true }
    const sale = { paymentId, workflowId: newId(), ...MONEY, sharePercent: 70, creator }
    await postCapture(tx, { ...sale, amount: 300, occurredAt })
    await postRefund(tx, { paymentId, refundId: newId(), amount: 300, occurredAt })
  })
  expect(await balanceOf(principalId, 10)).toEqual({ pending: 0, available: 700, lifetime: 700 })
})

test('each change of a dispute posts its difference: lost, won on appeal, lost again, changed', async () => {
  const { paymentId, principalId } = await sell(300)
  type Stand = NonNullable<Parameters<typeof postDispute>[1]['before']>
  let before: Stand | null = null
  const tell = async (state: Stand['state'], amount: number) => {
    const after: Stand = { state, amount }
    await inTransaction(ctx, (tx) =>
      postDispute(tx, { paymentId, disputeId: 'du_1', occurredAt: START, before, after }),
    )
    before = after
    const lines = await listLedgerLines(ctx, { paymentId })
    const sum = (account: string) =>
      lines.reduce((total, line) => total + (line.account === account ? line.amount : 0), 0)
    const posted = await sumPostedByPayment(ctx, [paymentId])
    const owed = (await balanceOf(principalId)).lifetime
    const books = ['gateway', 'contested', 'set_aside', 'platform'].map(sum)
    return [posted.get(paymentId)?.disputed, owed, ...books]
  }
  const nothingTaken = [0, 210, 300, 0, 0, -90]
  const allTaken = [300, 0, 0, 0, 0, 0]
  expect(await tell('opened', 300)).toEqual([300, 0, 0, 300, -300, 0])
  expect(await tell('lost', 300)).toEqual(allTaken)
  expect(await tell('lost', 300)).toEqual(allTaken)
  expect(await tell('won', 300)).toEqual(nothingTaken)
  expect(await tell('won', 100)).toEqual(nothingTaken)
  expect(await tell('lost', 100)).toEqual([100, 140, 200, 0, 0, -60])
  expect(await tell('lost', 300)).toEqual(allTaken)
  expect(await tell('opened', 300)).toEqual([300, 0, 0, 300, -300, 0])
  expect(await tell('opened', 100)).toEqual([100, 140, 200, 100, -100, -60])
  // The platform carries the part of a dispute above the captured amount.
  expect(await tell('opened', 333)).toEqual([333, 0, -33, 333, -333, 33])
  expect(await tell('won', 333)).toEqual(nothingTaken)
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
  const { paymentId, principalId } = await sell(300)
  const refund = { paymentId, refundId: newId(), amount: 100, occurredAt: START }
  expect(await inTransaction(ctx, (tx) => postRefundFailed(tx, refund))).toBe(false)
  await inTransaction(ctx, (tx) => postRefund(tx, refund))
  expect((await balanceOf(principalId)).lifetime).toBe(140)
  await inTransaction(ctx, (tx) => postRefundFailed(tx, refund))
  await inTransaction(ctx, (tx) => postRefundFailed(tx, refund))
  expect((await balanceOf(principalId)).lifetime).toBe(210)
})

test("earnings of a creator without an account wait in an unclaimed account and are summed with the account's", async () => {
  const visitor = newId()
  const user = newId()
  const { paymentId } = await sell(300, visitor, false)
  await sell(100, user, true)
  expect((await listLedgerLines(ctx, { paymentId })).map(({ account }) => account)).toContain(
    'unclaimed',
  )
  expect((await getCreatorBalance(ctx, [user, visitor], MONEY)).lifetime).toBe(280)
})

test('the money of one book is never summed, listed or shown in another', async () => {
  const principalId = newId()
  const sandbox = { book: 'test:sandbox', currency: 'usd' } as const
  await sell(300, principalId, true, sandbox)
  const live = await sell(1000, principalId)
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
  const { principalId } = await sell(300)
  const move = (amount: number, time = 1) => ({
    payoutId,
    principalId,
    amount,
    time,
    ...MONEY,
    occurredAt: START,
  })
  const payoutId = newId()
  const available = async () => (await balanceOf(principalId, 8)).available
  const post = (verb: typeof postPayout, amount = 150, time = 1) =>
    inTransaction(ctx, (tx) => verb(tx, move(amount, time)))
  const inTransit = async () =>
    (await listLedgerLines(ctx)).reduce(
      (sum, line) => sum + (line.account === 'in_transit' ? line.amount : 0),
      0,
    )
  expect(await post(postPayout)).toBe(true)
  expect(await post(postPayout)).toBe(false)
  expect(await balanceOf(principalId, 8)).toEqual({ pending: 0, available: 60, lifetime: 210 })
  expect(await inTransit()).toBe(-150)
  await post(postTransferRefused)
  expect([await available(), await inTransit()]).toEqual([210, 0])
  await post(postPayout, 150, 2)
  await post(postTransferMade, 150, 2)
  expect([await available(), await inTransit()]).toEqual([60, 0])
  await post(postPayoutReturned, 50)
  await post(postPayoutReturned, 100, 2)
  expect([await available(), await inTransit()]).toEqual([210, 0])
  expect(await sumEarningsByWorkflow(ctx, [principalId], MONEY)).toMatchObject([{ earned: 210 }])
})

test('what is owed is told by day of clearing, beside the part that open disputes hold', async () => {
  const { paymentId, principalId } = await sell(300)
  const late = later(3)
  const second = newId()
  await inTransaction(late, (tx) =>
    postCapture(tx, {
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
      postDispute(tx, { paymentId, disputeId: newId(), occurredAt: START, before, after }),
    )
  type Stand = NonNullable<Parameters<typeof postDispute>[1]['before']>
  await dispute(null, { state: 'opened', amount: 100 })
  await dispute({ state: 'opened', amount: 50 }, { state: 'lost', amount: 50 })
  const owed = (days: number) => getOwed(ctx, [principalId], MONEY, later(days).clock.now())
  const days = [
    { day: '2026-03-08', waits: 7, amount: 140 },
    { day: '2026-03-11', waits: 7, amount: 70 },
  ]
  // Half of the disputed dollar is lost: the other half is still open.
  expect(await owed(0)).toEqual({ balance: 210, pending: days, setAside: 35 })
  expect(await owed(7)).toMatchObject({ balance: 210, pending: days.slice(1) })
  expect(await listOwedPrincipals(ctx, MONEY, later(6.9).clock.now())).not.toContain(principalId)
  expect(await listOwedPrincipals(ctx, MONEY, later(7).clock.now())).toContain(principalId)
})

test("the database's checks list the same kinds and subjects as the code", async () => {
  const listed = async (constraint: string) => {
    const { rows } = await database.pool.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1`,
      [constraint],
    )
    return [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)]
      .map(([, word]) => word ?? '')
      .toSorted()
  }
  expect(await listed('ledger_accounts_kind')).toEqual(ACCOUNT_KINDS.toSorted())
  expect(await listed('ledger_accounts_owned')).toEqual(OWNED_KINDS.toSorted())
  expect(await listed('ledger_entries_kind')).toEqual(ENTRY_KINDS.toSorted())
  expect(await listed('ledger_entries_subject_type')).toEqual(SUBJECT_TYPES.toSorted())
})

test('the database refuses to change, remove, unbalance or extend a posted entry', async () => {
  const { paymentId } = await sell(300)
  const id = (await listLedgerLines(ctx, { paymentId }))[0]?.entryId ?? ''
  for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings']) {
    const column = table === 'ledger_accounts' ? 'kind' : 'amount'
    await refuses(`update ${table} set ${column} = ${column}`, /append-only/)
    await refuses(`delete from ${table}`, /append-only/)
    await refuses(`truncate ${table} cascade`, /append-only/)
  }
  const account = `(select id from ledger_accounts where kind = 'platform' and book = 'live')`
  const line = (entry: string, amount: number) =>
    `insert into ledger_postings (id, entry_id, account_id, currency, book, amount) values (gen_random_uuid(), '${entry}', ${account}, 'usd', 'live', ${amount})`
  await refuses(line(id, 5), /closed/)
  const entry = newId()
  const head = `insert into ledger_entries (id, key, kind, subject_type, subject_id, amount, currency, book, occurred_at) values ('${entry}', 'x', 'capture', 'adjustment', gen_random_uuid(), 5, 'usd', 'live', now());`
  await refuses(head, /does not balance/)
  await refuses(`${head} ${line(entry, 5)}`, /does not balance/)
  await refuses(`${head} ${line(entry, 5)}; ${line(entry, -4)}`, /off by 1/)
  for (const [ours, other] of [
    ["'usd'", "'eur'"],
    ["'live'", "'test:sandbox'"],
  ] as const) {
    const elsewhere = line(entry, 5)
      .replace(`${ours}, 5`, `${other}, 5`)
      .replace(`${ours}, 'l`, `${other}, 'l`)
    await refuses(`${head} ${elsewhere}`, /ledger_postings_(entry|account)/)
  }
  await refuses(head.replace("'adjustment'", "'payment'"), /ledger_entries_subject/)
  await database.pool.query(`${head} ${line(entry, 5)}; ${line(entry, -5)}`)
})

async function sellTaxed(taxes: { jurisdiction: string; amount: number }[], occurredAt = START) {
  const [paymentId, principalId] = [newId(), newId()]
  await inTransaction(ctx, (tx) =>
    postCapture(tx, {
      paymentId,
      workflowId: newId(),
      amount: 300,
      taxes,
      ...MONEY,
      creator: { principalId, hasAccount: true },
      sharePercent: 70,
      occurredAt,
    }),
  )
  return { paymentId, principalId }
}

const AUSTRIA = [{ jurisdiction: 'AT', amount: 50 }]

test('tax has an account for each jurisdiction, and shares are of the net', async () => {
  const { paymentId, principalId } = await sellTaxed(AUSTRIA)
  const posted = async () =>
    (await listLedgerLines(ctx, { paymentId })).map(({ kind, account, jurisdiction, amount }) =>
      [kind, account, ...(jurisdiction ? [jurisdiction] : []), amount].join(' '),
    )
  const capture = [
    'capture gateway 300',
    'capture creator -175',
    'capture tax_payable AT -50',
    'capture platform -75',
  ]
  expect(await posted()).toEqual(capture)
  const refund = (amount: number) =>
    inTransaction(ctx, (tx) =>
      postRefund(tx, { paymentId, refundId: newId(), amount, occurredAt: START }),
    )
  // Of the $2.00 left $0.33 is tax; 70% of $1.67 is $1.169.
  await refund(100)
  expect((await posted()).slice(4)).toEqual([
    'refund gateway -100',
    'refund creator 58',
    'refund tax_payable AT 17',
    'refund platform 25',
  ])
  await refund(200)
  const left = await listLedgerLines(ctx, { paymentId })
  const sum = (account: string) =>
    left.reduce((total, line) => total + (line.account === account ? line.amount : 0), 0)
  expect(['gateway', 'creator', 'tax_payable', 'platform'].map(sum)).toEqual([0, 0, 0, 0])
  expect((await balanceOf(principalId)).lifetime).toBe(0)
  expect(await sumPostedByPayment(ctx, [paymentId])).toEqual(
    new Map([[paymentId, { captured: 300, refunded: 300, disputed: 0, tax: 0 }]]),
  )
})

test('a dispute of a taxed sale sets the creator’s share of the net aside', async () => {
  const { paymentId, principalId } = await sellTaxed([
    { jurisdiction: 'CA', amount: 13 },
    { jurisdiction: 'CA-QC', amount: 26 },
  ])
  const opened = { state: 'opened', amount: 300 } as const
  await inTransaction(ctx, (tx) =>
    postDispute(tx, {
      paymentId,
      disputeId: newId(),
      occurredAt: START,
      before: null,
      after: opened,
    }),
  )
  // 70% of $2.61 is $1.827.
  expect(await getOwed(ctx, [principalId], MONEY, START)).toMatchObject({
    balance: 0,
    setAside: 183,
  })
})

test('the database keeps a jurisdiction for tax alone', async () => {
  const account = (kind: string, jurisdiction: string) =>
    `insert into ledger_accounts (id, kind, jurisdiction, currency, book)
     values (gen_random_uuid(), '${kind}', ${jurisdiction}, 'usd', 'live')`
  await refuses(account('platform', "'AT'"), /ledger_accounts_taxing/)
  await refuses(account('tax_payable', 'null'), /ledger_accounts_taxing/)
})

test('the report sums a quarter by jurisdiction; a refund counts in its own quarter', async () => {
  const book = { book: 'test:sandbox', currency: 'usd' } as const
  const sellIn = async (day: string, taxes: typeof AUSTRIA) => {
    const paymentId = newId()
    const occurredAt = new Date(day)
    const creator = { principalId: newId(), hasAccount: true }
    const sale = { paymentId, workflowId: newId(), amount: 300, sharePercent: 70, occurredAt }
    await inTransaction(ctx, (tx) => postCapture(tx, { ...sale, ...book, taxes, creator }))
    return paymentId
  }
  const sold = await sellIn('2027-03-31T23:59:59Z', AUSTRIA)
  await sellIn('2027-04-01T00:00:00Z', AUSTRIA)
  await sellIn('2027-04-02T00:00:00Z', [])
  await sellIn('2027-06-30T23:59:59Z', [
    { jurisdiction: 'CA', amount: 13 },
    { jurisdiction: 'CA-QC', amount: 26 },
  ])
  await inTransaction(ctx, (tx) =>
    postRefund(tx, {
      paymentId: sold,
      refundId: newId(),
      amount: 100,
      occurredAt: new Date('2027-05-05T00:00:00Z'),
    }),
  )
  const command = ledgerCommands.find(({ name }) => name === 'tax report')
  const report = (...args: string[]) => command?.run(ctx, args)
  expect(await report('2027-Q1', '--book', 'test:sandbox')).toBe(
    [
      'quarter,book,jurisdiction,currency,sales,net_of_tax,tax_collected,tax_returned,tax_payable',
      '2027-Q1,test:sandbox,AT,usd,1,2.50,0.50,0.00,0.50',
    ].join('\n'),
  )
  expect(await report('2027-Q2')).toBe(
    [
      'quarter,book,jurisdiction,currency,sales,net_of_tax,tax_collected,tax_returned,tax_payable',
      '2027-Q2,test:sandbox,AT,usd,1,1.67,0.50,0.17,0.33',
      '2027-Q2,test:sandbox,CA,usd,1,2.61,0.13,0.00,0.13',
      '2027-Q2,test:sandbox,CA-QC,usd,1,2.61,0.26,0.00,0.26',
    ].join('\n'),
  )
  const year = { from: new Date('2027-01-01'), until: new Date('2028-01-01') }
  expect((await reportTax(ctx, year)).map(({ payable }) => payable)).toEqual([83, 13, 26])
  for (const wrong of ['', '2027', '2027-Q5', 'Q1']) {
    await expect(report(wrong)).rejects.toThrow('Name a quarter such as 2026-Q4.')
  }
})

/** A sale with no, one or several taxes, which together stay below half of the amount. */
const anySale = fc
  .tuple(fc.integer({ min: 50, max: 100_000 }), fc.array(fc.nat(15), { maxLength: 3 }))
  .map(([captured, percents]) => ({
    captured,
    taxes: percents.map((percent, index) => ({
      jurisdiction: `X${index}`,
      amount: Math.floor((captured * percent) / 100),
    })),
  }))

test('all sides together always get the change, the creator 70% of the rest after tax', () => {
  const step = fc.record({
    on: fc.constantFrom('refunded' as const, 'disputed' as const),
    amount: fc.integer({ min: -20_000, max: 20_000 }),
  })
  fc.assert(
    fc.property(anySale, fc.array(step), ({ captured, taxes }, steps) => {
      const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
      let sale: Sale = { captured: 0, refunded: 0, disputed: 0, tax, sharePercent: 70 }
      const total = { creator: 0, tax: 0, platform: 0, moved: 0 }
      const go = (next: Sale, moved: number) => {
        const change = divideChange(sale, next)
        total.creator += change.creator
        total.tax += change.tax
        total.platform += change.platform
        total.moved += moved
        sale = next
      }
      go({ ...sale, captured }, captured)
      for (const { on, amount } of steps) go({ ...sale, [on]: sale[on] + amount }, -amount)
      expect(total.creator).toBe(owedCents(sale))
      expect(total.creator + total.tax + total.platform).toBe(total.moved)
      expect(total.creator).toBeGreaterThanOrEqual(0)
      const rest = Math.max(0, captured - sale.refunded - sale.disputed)
      expect(total.tax).toBe(Math.round((tax * rest) / captured))
      expect(total.creator).toBe(Math.floor(((rest - total.tax) * 7) / 10 + 0.5))
      const parts = taxesIn(taxes, rest, captured)
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total.tax)
      for (const [index, part] of parts.entries()) {
        const exact = ((taxes[index]?.amount ?? 0) * rest) / captured
        expect(Math.abs(part.amount - exact)).toBeLessThanOrEqual(1)
        expect(part.amount).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('`ledger show` and `ledger balance` print the entries and their balance', async () => {
  const { paymentId } = await sell(300)
  await inTransaction(ctx, (tx) =>
    postProcessorFee(tx, { paymentId, amount: 39, occurredAt: START }),
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
