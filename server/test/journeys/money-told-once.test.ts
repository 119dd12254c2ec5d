import { formatCents } from '@vignette/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Principal } from '../../src/ctx.ts'
import { identityEvents } from '../../src/features/identity/index.ts'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { getEarnings } from '../../src/features/payments/get-earnings.ts'
import { performRefund } from '../../src/features/payments/refunds/perform-refund.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { salesCommand } from '../../src/features/payments/sales/cli.ts'
import { exportSales } from '../../src/features/payments/sales/export-sales.ts'
import { listSales } from '../../src/features/payments/sales/sale.ts'
import { payoutCommands } from '../../src/features/payouts/cli.ts'
import { getPayouts } from '../../src/features/payouts/get-payouts.ts'
import { setHold } from '../../src/features/payouts/hold.ts'
import { makePayoutStatement } from '../../src/features/payouts/make-statements.ts'
import { updatePaperName } from '../../src/features/payouts/paper-name.ts'
import { checkAccount } from '../../src/features/payouts/refresh-account.ts'
import { sendPayout } from '../../src/features/payouts/send-payout.ts'
import { getStatement, printStatement } from '../../src/features/payouts/statement.ts'
import { viewNumbers } from '../../src/features/studio/view-numbers.ts'
import { notices } from '../../src/schema/notices.ts'
import { paperNames } from '../../src/schema/payouts.ts'
import { actAs } from '../support/create-test-ctx.ts'
import { recipeOf } from '../support/money/create-money-world.ts'
import { createPayoutWorld, type PayoutWorld } from '../support/money/create-payout-world.ts'
import { payNow } from '../support/money/pay-creators.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0)
const UNDER_WAY = ['in_transit', 'bank_refused']

/** Reads the CSV of sales: what stands under `paid` by payout, and all that stands under `not_paid`. */
function readCsv(text: string): { paid: Record<string, number>; notPaid: number } {
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const at = (name: string) => head.split(',').indexOf(name)
  const cents = (cell = '') => Math.round(Number(cell) * 100)
  const rows = lines.map((line) => line.split(','))
  const paid: Record<string, number> = {}
  for (const row of rows) {
    const id = row[at('payout')] ?? ''
    if (id) paid[id] = (paid[id] ?? 0) + cents(row[at('paid')])
  }
  return { paid, notPaid: sum(rows.map((row) => cents(row[at('not_paid')]))) }
}

/** Holds what every place tells of one creator's money against each other, to the cent. */
async function readEverywhere(creator: Principal, workflowId: string) {
  const ctx = actAs(world.ctx, creator)
  const money = await getPayouts(ctx, { limit: 20 })
  const earnings = await getEarnings(ctx)
  const { sales, totals } = await listSales(ctx, { limit: 20 })
  const { view } = await viewNumbers(ctx, {
    workflowIds: [workflowId],
    range: '90',
    also: 'source',
  })
  const csv = readCsv(await exportSales(ctx, {}))
  const made = money.payouts.filter(({ state }) => state !== 'failed' && state !== 'returned')
  const linesOf = (isMeant: (reason: string) => boolean) =>
    sum(money.lines.filter(({ reason }) => isMeant(reason)).map(({ amount }) => amount))

  expect(money.unpaid).toBe(linesOf(() => true))
  // What was earned is the same on Sales, Today, Numbers and by the API.
  expect([totals.share, view.total.earned]).toEqual([earnings.lifetime, earnings.lifetime])
  expect(sum(sales.map(({ share }) => share))).toBe(totals.share)
  // What is not paid: Money, earnings, each sale and the CSV; an open dispute's part is no earning meanwhile.
  const unpaid = linesOf((reason) => !UNDER_WAY.includes(reason) && reason !== 'dispute')
  expect(earnings.pending + earnings.available).toBe(unpaid)
  expect(sum(sales.map((sale) => sale.unpaid))).toBe(unpaid)
  expect(csv.notPaid).toBe(unpaid)
  // What was paid or is under way: payouts, sales, CSV, to the cent of each payout.
  const underWay = linesOf((reason) => UNDER_WAY.includes(reason))
  expect(sum(sales.map((sale) => sale.paid))).toBe(money.paid + underWay)
  expect(csv.paid).toEqual(Object.fromEntries(made.map(({ id, amount }) => [id, amount])))
  expect(money.paid + underWay + unpaid).toBe(earnings.lifetime)
  // The command line has the same words and sums.
  expect(await salesCommand.run(world.ctx, [creator.id])).toContain(
    `${formatCents(totals.share)} the creator’s.`,
  )
  const account = await commandOf('payouts account').run(world.ctx, [creator.id])
  for (const { amount, words } of money.lines) {
    expect(account).toContain(words)
    expect(account).toContain(formatCents(amount))
  }
  return { money, sales, csv }
}

function commandOf(name: string) {
  const found = payoutCommands.find((command) => command.name === name)
  if (!found) throw new Error(`there is no command ${name}`)
  return found
}

test('a hold, an open dispute, payouts that fail and are refused, and a refund after the payout are told alike everywhere, to the cent', async () => {
  const { ctx, vendor } = world
  const creator = await world.newPrincipal()
  const recipe = recipeOf(creator)
  const sell = async (price: number) => {
    const buyer = await world.newPrincipal('visitor')
    const { id } = await world.deliverPaid({ buyer, recipe: { ...recipe, price } })
    await performCapture(ctx, id)
    world.clock.advance(60_000)
    return id
  }
  const giveBack = async (paymentId: string, amount: number) => {
    const { id } = await refundPayment(ctx, { paymentId, amount, reason: 'asked' })
    await performRefund(ctx, id)
  }
  const look = () => readEverywhere(creator, recipe.workflowId)
  await world.openAccount(creator)
  vendor.balance = 1e12
  const [first, second, third] = [await sell(1_000), await sell(2_000), await sell(3_000)]
  await giveBack(second, 500)
  await look()
  const dispute = await world.sandbox.openDispute((await world.payment(third)).sessionId ?? '')
  await world.processEvents()
  expect((await look()).money.lines).toContainEqual(
    expect.objectContaining({ reason: 'dispute', amount: 2_100 }),
  )
  world.wait(15)
  await setHold(ctx, {
    principalId: creator.id,
    amount: 500,
    code: 'operator',
    reason: 'A look at one sale.',
    setBy: 'admin',
    until: null,
  })
  await look()

  // $17.50 has cleared, $5.00 of it is held: the vendor refuses, and the next run pays $12.50.
  const failed = await payNow(world, creator)
  vendor.faults = ['refused']
  await sendPayout(ctx, failed.id)
  const afterFailure = await look()
  expect(afterFailure.csv.paid).toEqual({})
  expect(afterFailure.money.payouts[0]?.words).toBe('Not sent')
  world.clock.advance(60_000)
  const payout = await payNow(world, creator)
  expect(payout.amount).toBe(1_250)
  await sendPayout(ctx, payout.id)
  const { sales } = await look()
  const saleOf = (id: string) => sales.find((sale) => sale.id === id)
  expect([first, second, third].map((id) => [saleOf(id)?.paid, saleOf(id)?.unpaid])).toEqual([
    [700, 0],
    [550, 500],
    [0, 0],
  ])

  // The bank refuses: one state, one sentence, no code.
  vendor.bank(payout.accountId, 'failed')
  await checkAccount(ctx, payout.accountId)
  const refused = await look()
  expect(refused.money.payouts[0]).toMatchObject({
    words: 'Refused by your bank',
    reason: 'The bank knows no such account.',
  })
  expect(saleOf(first)?.payouts[0]?.words).toBe('On the way')
  expect(refused.sales.find(({ id }) => id === first)?.payouts[0]?.words).toBe(
    'Refused by your bank',
  )
  const told = JSON.stringify(
    await ctx.db
      .select({ kind: notices.kind, facts: notices.facts })
      .from(notices)
      .where(and(eq(notices.ownerId, creator.id), eq(notices.kind, 'payout_bank_refused'))),
  )
  expect(told).toContain('The bank knows no such account.')
  expect([told, JSON.stringify(refused.money)].join()).not.toContain('no_account')
  world.wait(1)
  vendor.bank(payout.accountId, 'paid')
  await checkAccount(ctx, payout.accountId)
  await look()

  // The statement: the sales that are in it, less refunds, less what is held, are what was paid.
  const made = await makePayoutStatement(ctx, payout.id)
  const acting = actAs(ctx, creator)
  await updatePaperName(acting, { party: { name: 'Mara Berg', address: 'Main Street 1\nGraz' } })
  const statement = await getStatement(acting, made?.number ?? '')
  expect(statement.this_payout).toMatchObject({
    paid: 1_250,
    sales_count: 2,
    sales: 700 + 1_400,
    refunds: -350,
    held: -500,
    owed_back: 0,
  })
  const page = await printStatement(acting, made?.number ?? '')
  for (const text of [
    'This payout',
    '2 sales, your part',
    'Less what had cleared and was held back',
    'Mara Berg',
    'Main Street 1',
    '$12.50',
  ]) {
    expect(page).toContain(text)
  }

  // A refund after the payout is owed back, and the next payout settles it first.
  await giveBack(first, 1_000)
  const owing = await look()
  expect(owing.sales.find(({ id }) => id === first)).toMatchObject({ paid: 700, unpaid: -700 })
  expect(owing.money.lines).toContainEqual(
    expect.objectContaining({ reason: 'owed_back', amount: -200 }),
  )
  await world.sandbox.closeDispute(dispute, 'won')
  await world.processEvents()
  await look()
  const next = await payNow(world, creator)
  const last = await look()
  expect(next.makeup).toMatchObject({ owedBack: -700, sales: 2_600, held: -500 })
  expect(last.csv.paid[next.id]).toBe(next.amount)
  expect(last.sales.find(({ id }) => id === first)).toMatchObject({ paid: 0, unpaid: 0 })

  await inTransaction(ctx, (tx) =>
    identityEvents.accountDeleted.emit(tx, { principalId: creator.id }),
  )
  expect(await ctx.db.select().from(paperNames)).toEqual([])
})
