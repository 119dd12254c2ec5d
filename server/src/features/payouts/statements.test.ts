import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { payNow } from '../../../test/support/money/pay-creators.ts'
import { inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { type StatementRow, statements } from '../../schema/payouts.ts'
import { identityEvents } from '../identity/index.ts'
import { type Facts, post } from '../ledger/index.ts'
import { checkStatements } from './check-statements.ts'
import { statementCommands } from './cli.ts'
import { makeMonthStatements, makePayoutStatement, makeStatements } from './make-statements.ts'
import { nextNumber } from './paper.ts'
import { checkAccount } from './refresh-account.ts'
import { endOf, monthOf } from './rules-statements.ts'
import { sendPayout } from './send-payout.ts'
import { getStatement, listStatements, printStatement } from './statement.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000
const thisMonth = () => monthOf(world.ctx.clock.now())

/** Lets the running month end, and answers it. */
function endMonth(): string {
  const month = thisMonth()
  world.wait(Math.ceil((endOf(month).getTime() - world.ctx.clock.now().getTime()) / DAY) + 1)
  return month
}

const listOf = (creator: Principal): Promise<StatementRow[]> =>
  world.ctx.db
    .select()
    .from(statements)
    .where(eq(statements.principalId, creator.id))
    .orderBy(statements.position)

async function sellAt(creator: Principal, change: Partial<Facts['capture']>): Promise<void> {
  await inTransaction(world.ctx, (tx) =>
    post(tx, 'capture', {
      paymentId: newId(),
      workflowId: newId(),
      amount: 300,
      book: 'test:sandbox',
      currency: 'usd',
      creator: { principalId: creator.id, hasAccount: creator.kind === 'user' },
      sharePercent: 70,
      occurredAt: tx.clock.now(),
      ...change,
    }),
  )
}

/** A creator with an account in use, and a payout that the bank has paid. */
async function payOnce(creator: Principal): Promise<string> {
  const { ctx, vendor } = world
  await world.openAccount(creator)
  await world.sell(creator, 3_000)
  world.wait(8)
  vendor.balance = 1e12
  const payout = await payNow(world, creator)
  await sendPayout(ctx, payout.id)
  vendor.bank(payout.accountId, 'paid')
  await checkAccount(ctx, payout.accountId)
  return payout.id
}

test('a statement shows commission apart from the person’s own sales', async () => {
  const fan = await world.newPrincipal()
  await world.sell(fan, 300)
  const led = await world.refer(fan, 1_000)
  await world.refund(led, 400)
  const month = endMonth()
  await makeMonthStatements(world.ctx, month)
  const [statement] = await listOf(fan)
  expect(statement).toMatchObject({
    closing: 240,
    figures: {
      salesCount: 1,
      buyersPaid: 300,
      parts: { sales: 210, refunds: 0, commissions: 30 },
      recipes: [{ sales: 1, amount: 210 }],
    },
  })
})

test('a month’s statement divides its movements, and the next one opens where it closed', async () => {
  const creator = await world.newPrincipal()
  const first = await world.sell(creator, 300)
  const second = await world.sell(creator, 500)
  await world.refund(first, 100)
  const month = endMonth()
  await world.dispute(second, 500, null, 'opened')
  await makeMonthStatements(world.ctx, month)
  const next = endMonth()
  await makeMonthStatements(world.ctx, next)
  const [one, two, ...more] = await listOf(creator)
  expect(more).toEqual([])
  expect(one).toMatchObject({
    month,
    opening: 0,
    closing: 210 + 350 - 70,
    figures: {
      salesCount: 2,
      buyersPaid: 800,
      parts: {
        sales: 560,
        refunds: -70,
        disputes: 0,
        commissions: 0,
        payouts: 0,
        fees: 0,
        adjustments: 0,
      },
    },
  })
  expect(two).toMatchObject({
    month: next,
    opening: 490,
    closing: 140,
    figures: { salesCount: 0, parts: { disputes: -350 } },
  })
  expect(one?.number).toMatch(new RegExp(`^TEST-VG-${month}-\\d{6}$`))
  expect(await checkStatements(world.ctx)).toMatchObject({ faults: [] })
})

test('a month without movement has no statement, and a month that runs is refused', async () => {
  const creator = await world.newPrincipal()
  await world.sell(creator, 300)
  const month = endMonth()
  const quiet = endMonth()
  await makeMonthStatements(world.ctx, quiet)
  expect((await listOf(creator)).map((row) => row.month)).toEqual([month])
  const make = statementCommands.find(({ name }) => name === 'statements make')
  await expect(make?.run(world.ctx, [thisMonth()])).rejects.toThrow('has not ended')
})

test('a line that was posted late stands on the next statement, and the sealed one stays', async () => {
  const creator = await world.newPrincipal()
  await world.sell(creator, 300)
  const month = endMonth()
  await makeMonthStatements(world.ctx, month)
  const [sealed] = await listOf(creator)
  await sellAt(creator, { amount: 1_000, occurredAt: new Date(endOf(month).getTime() - 1) })
  await makeMonthStatements(world.ctx, month)
  expect(await listOf(creator)).toEqual([sealed])
  const next = endMonth()
  await makeMonthStatements(world.ctx, next)
  expect((await listOf(creator))[1]).toMatchObject({ month: next, opening: 210, closing: 910 })
})

test('ten makers at once leave one statement of each creator, and no number out', async () => {
  const creators = await Promise.all(Array.from({ length: 5 }, () => world.newPrincipal()))
  for (const creator of creators) await world.sell(creator, 300)
  const month = endMonth()
  await Promise.all(Array.from({ length: 10 }, () => makeMonthStatements(world.ctx, month)))
  for (const creator of creators) expect(await listOf(creator)).toHaveLength(1)
  const rows = await world.ctx.db.select().from(statements).where(eq(statements.month, month))
  const counts = rows.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
  expect(counts).toEqual(counts.map((_, at) => at + 1))
})

test('a maker that dies after taking a number leaves no gap', async () => {
  const { ctx } = world
  const next = (tx: TxCtx) => nextNumber(tx, 'invoice', 'test:sandbox', '2020-01')
  const take = () => inTransaction(ctx, next)
  const die = () =>
    inTransaction(ctx, async (tx) => {
      await next(tx)
      throw new Error('killed')
    })
  const taken = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? die() : take())),
  )
  const numbers = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(numbers.toSorted()).toEqual(
    numbers.map((_, at) => `TEST-VI-2020-01-${String(at + 1).padStart(6, '0')}`),
  )
})

test('the database refuses to change a statement, its lines and the count of numbers', async () => {
  const creator = await world.newPrincipal()
  await world.sell(creator, 300)
  await makeMonthStatements(world.ctx, endMonth())
  const { pool } = world.database
  for (const change of [
    'update statements set closing = 0',
    'delete from statements',
    'delete from statement_lines',
    `update paper_numbers set last = last + 2`,
    'delete from paper_numbers',
  ]) {
    await expect(pool.query(change)).rejects.toMatchObject({ code: '23001' })
  }
})

test('a payout that arrived has one statement with what led to it, however often the bank changes its word', async () => {
  const { ctx } = world
  const creator = await world.newPrincipal()
  const payoutId = await payOnce(creator)
  await Promise.all(Array.from({ length: 10 }, () => makePayoutStatement(ctx, payoutId)))
  const [row, ...more] = await listOf(creator)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    kind: 'payout',
    payoutId,
    payout: { amount: 2_100 },
    opening: 0,
    closing: 0,
    figures: { parts: { sales: 2_100, payouts: -2_100 } },
  })
  const second = await payOnce(creator)
  await makePayoutStatement(ctx, second)
  expect((await listOf(creator)).map(({ payoutId: of }) => of)).toEqual([payoutId, second])
})

test('the night makes up for the payout whose task was lost', async () => {
  const { ctx } = world
  const creator = await world.newPrincipal()
  const payoutId = await payOnce(creator)
  const sent: unknown[] = []
  const send = async (_: unknown, __: unknown, data: unknown) => sent.push(data)
  const queue = { ...ctx.queue, send }
  await makeStatements({ ...ctx, queue: queue as never })
  expect(sent).toContainEqual({ payoutId })
})

test('a visitor’s sales stand on the statements of the account that claimed the visitor', async () => {
  const { ctx } = world
  const visitor = await world.newPrincipal('visitor')
  await world.sell(visitor, 300)
  const month = endMonth()
  await makeMonthStatements(ctx, month)
  expect(await listOf(visitor)).toEqual([])
  const account = await world.newPrincipal()
  await inTransaction(ctx, async (tx) => {
    await identityEvents.visitorClaimed.emit(tx, { from: visitor.id, to: account.id })
    await tx.db
      .update(principals)
      .set({ claimedBy: account.id })
      .where(eq(principals.id, visitor.id))
  })
  await makeMonthStatements(ctx, endMonth())
  const rows = await listOf(account)
  expect(rows.map(({ closing }) => closing)).toEqual([210])
})

test('the money of another book stands on no statement of this one', async () => {
  const creator = await world.newPrincipal()
  await sellAt(creator, { book: 'live' })
  await makeMonthStatements(world.ctx, endMonth())
  expect(await listOf(creator)).toEqual([])
})

test('only the creator and who does the finances read a statement, as page, figures and list', async () => {
  const { ctx } = world
  const creator = await world.newPrincipal()
  await world.sell(creator, 300)
  await makeMonthStatements(ctx, endMonth())
  const own = actAs(ctx, creator)
  const list = await listStatements(own, { limit: 20 })
  const number = list.statements[0]?.number ?? ''
  expect(await getStatement(own, number)).toMatchObject({ closing: 210, sales: 210, lines: 1 })
  expect(await printStatement(own, number)).toContain(`<h1>Statement ${number}</h1>`)
  const finance = actAs(ctx, { ...(await world.newPrincipal()), roles: ['finance'] })
  expect(await getStatement(finance, number)).toMatchObject({ number })
  const stranger = actAs(ctx, await world.newPrincipal())
  await expect(getStatement(stranger, number)).rejects.toMatchObject({ code: 'not_found' })
  expect((await listStatements(stranger, { limit: 20 })).statements).toEqual([])
})

test('a statement whose row was changed by hand is found', async () => {
  const { ctx, database } = world
  const creator = await world.newPrincipal()
  await world.sell(creator, 300)
  await makeMonthStatements(ctx, endMonth())
  const [row] = await listOf(creator)
  await database.pool.query(`begin; set local session_replication_role = replica;
    update statements set csv = replace(csv, '2.10', '9.10') where id = '${row?.id}'; commit`)
  const { faults } = await checkStatements(ctx)
  expect(faults).toEqual([
    `${row?.number} is not as it was sealed.`,
    `${row?.number} is not what the ledger has.`,
  ])
  await database.pool.query(`begin; set local session_replication_role = replica;
    update statements set csv = replace(csv, '9.10', '2.10') where id = '${row?.id}'; commit`)
  expect(await checkStatements(ctx)).toMatchObject({ faults: [] })
})
