import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { balanceOf, MONEY, START } from '../../../test/support/money/post-sales.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { ledgerCommands } from './cli.ts'
import { getOwed, post, sumPostedByPayment } from './index.ts'
import { listLedgerLines } from './queries.ts'
import { reportTax } from './report-tax.ts'

let database: TestDatabase
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = { ...createTestCtx(database), clock: { now: () => START } }
})
afterAll(() => database.drop())

async function sellTaxed(taxes: { jurisdiction: string; amount: number }[], occurredAt = START) {
  const [paymentId, principalId] = [newId(), newId()]
  await inTransaction(ctx, (tx) =>
    post(tx, 'capture', {
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

test('each jurisdiction has a tax account, and shares are taken from the amount without tax', async () => {
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
      post(tx, 'refund', { paymentId, refundId: newId(), amount, occurredAt: START }),
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
  expect((await balanceOf(ctx, principalId)).lifetime).toBe(0)
  expect(await sumPostedByPayment(ctx, [paymentId])).toEqual(
    new Map([[paymentId, { captured: 300, refunded: 300, disputed: 0, tax: 0 }]]),
  )
})

test('a dispute of a taxed sale sets aside the creator’s share of the amount without tax', async () => {
  const { paymentId, principalId } = await sellTaxed([
    { jurisdiction: 'CA', amount: 13 },
    { jurisdiction: 'CA-QC', amount: 26 },
  ])
  const opened = { state: 'opened', amount: 300 } as const
  await inTransaction(ctx, (tx) =>
    post(tx, 'dispute', {
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

test('the report sums a quarter by jurisdiction; a refund counts in its own quarter', async () => {
  const book = { book: 'test:sandbox', currency: 'usd' } as const
  const sellIn = async (day: string, taxes: typeof AUSTRIA) => {
    const paymentId = newId()
    const occurredAt = new Date(day)
    const creator = { principalId: newId(), hasAccount: true }
    const sale = { paymentId, workflowId: newId(), amount: 300, sharePercent: 70, occurredAt }
    await inTransaction(ctx, (tx) => post(tx, 'capture', { ...sale, ...book, taxes, creator }))
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
    post(tx, 'refund', {
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
