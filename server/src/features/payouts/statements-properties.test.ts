import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import type { Principal } from '../../ctx.ts'
import { checkStatements } from './check-statements.ts'
import { makeMonthStatements, makeStatements } from './make-statements.ts'
import { checkAccount } from './refresh-account.ts'
import { endOf, monthBefore, monthOf } from './rules-statements.ts'
import { sendPayout } from './send-payout.ts'
import { startRun } from './start-run.ts'

const SEED = 20_261_122
/** `npm run test:all` plays more. */
const RUNS = Number(process.env['STATEMENT_HISTORIES'] ?? 25)

const at = fc.nat(20)
const part = fc.double({ min: 0.01, max: 1, noNaN: true })
const act = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 50, max: 9_000 }) }),
  fc.record({ do: fc.constant('refund' as const), at, part }),
  fc.record({ do: fc.constant('dispute' as const), at, part }),
  fc.record({
    do: fc.constant('decide' as const),
    at,
    how: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    do: fc.constant('payday' as const),
    refused: fc.boolean(),
    how: fc.constantFrom('paid' as const, 'failed' as const, null),
  }),
  fc.record({ do: fc.constant('give' as const), cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('takeBack' as const) }),
  fc.record({ do: fc.constant('make' as const) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Sale {
  id: string
  left: number
  disputed: number
  open: boolean
}

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

async function payday(creator: Principal, step: Act & { do: 'payday' }): Promise<void> {
  const { ctx, vendor } = world
  vendor.balance = 1e12
  const dueAt = ctx.clock.now()
  const { payouts } = await startRun(ctx, { dueAt, by: 'operator', only: [creator.id] })
  world.wait(0.1)
  for (const { id } of payouts) {
    vendor.faults = step.refused ? ['refused'] : []
    await sendPayout(ctx, id)
  }
  if (step.how) {
    vendor.bank(`acct_${creator.id}`, step.how)
    await checkAccount(ctx, `acct_${creator.id}`)
  }
}

async function play(creator: Principal, sales: Sale[], step: Act): Promise<void> {
  const { ctx, vendor } = world
  const sale = 'at' in step && sales.length > 0 ? sales[step.at % sales.length] : undefined
  switch (step.do) {
    case 'sell': {
      // A quarter are another creator's sales, of which the person gets a commission.
      const id =
        step.amount % 4 === 1
          ? await world.refer(creator, step.amount)
          : await world.sell(creator, step.amount)
      sales.push({ id, left: step.amount, disputed: 0, open: false })
      return
    }
    case 'refund': {
      const amount = Math.floor((sale?.left ?? 0) * step.part)
      if (!sale || amount < 1) return
      await world.refund(sale.id, amount)
      sale.left -= amount
      return
    }
    case 'dispute': {
      const amount = Math.floor((sale?.left ?? 0) * step.part)
      if (!sale || amount < 1 || sale.disputed > 0) return
      await world.dispute(sale.id, amount, null, 'opened')
      Object.assign(sale, { disputed: amount, open: true, left: sale.left - amount })
      return
    }
    case 'decide':
      if (!sale?.open) return
      await world.dispute(sale.id, sale.disputed, 'opened', step.how)
      sale.open = false
      return
    case 'wait':
      return world.wait(step.days)
    case 'give':
      return world.give(creator, step.cents)
    case 'payday':
      return payday(creator, step)
    case 'takeBack': {
      const made = vendor.transfers.findLast(
        ({ accountId, reversed }) => accountId === `acct_${creator.id}` && reversed === 0,
      )
      if (!made) return
      vendor.takeBack(made.transferId, Math.ceil(made.amount / 2))
      return checkAccount(ctx, made.accountId)
    }
    case 'make':
      return makeStatements(ctx)
  }
}

interface Kept {
  kind: string
  month: string
  opening: number
  closing: number
  parts: number
  lines: number
  listed: number
}

/** SQL that shares no code with the product, whose sums are under test. */
async function checkAll(creator: Principal): Promise<number> {
  const { pool } = world.database
  const { rows } = await pool.query<Kept>(
    `select kind, month, opening::int, closing::int, line_count as lines,
       (select sum(value::int)::int from jsonb_each_text(figures -> 'parts')) as parts,
       (select count(*)::int from statement_lines l where l.statement_id = s.id) as listed
     from statements s where principal_id = $1 order by kind, position`,
    [creator.id],
  )
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]?.kind === row.kind ? rows[index - 1] : undefined
    expect(row.opening).toBe(before?.closing ?? 0)
    expect(row.closing).toBe(row.opening + row.parts)
    expect(row.listed).toBe(row.lines)
    if (row.kind !== 'month') continue
    const { rows: sums } = await pool.query<{ owed: number }>(
      `select coalesce(sum(-l.amount), 0)::int as owed from ledger_postings l
       join ledger_accounts a on a.id = l.account_id join ledger_entries e on e.id = l.entry_id
       where a.owner_id = $1 and e.occurred_at < $2`,
      [creator.id, endOf(row.month)],
    )
    expect(row.closing).toBe(sums[0]?.owed)
  }
  return rows.length
}

test('through every history a statement opens where the last one closed, and closes at the ledger’s balance', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
      const creator = await world.newPrincipal()
      await world.openAccount(creator)
      const sales: Sale[] = []
      for (const step of acts) await play(creator, sales, step)
      world.wait(32)
      await makeMonthStatements(world.ctx, monthBefore(monthOf(world.ctx.clock.now())))
      made += await checkAll(creator)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(made).toBeGreaterThan(RUNS)
  expect(await checkStatements(world.ctx)).toMatchObject({ faults: [] })
}, 3_600_000)
