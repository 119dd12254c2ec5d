import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { type FreeRunDesk, openFreeRunDesk } from '../../../test/support/money/free-run-desk.ts'
import type { PayoutFault } from '../../../test/support/money/payout-vendor.ts'
import type { Principal } from '../../ctx.ts'
import { adjustBalance } from './adjust-balance.ts'
import { checkAccount } from './check-account.ts'
import { comparePayouts } from './compare-payouts.ts'
import { getPosition } from './get-position.ts'
import { liftHold } from './lift-hold.ts'
import { listUnpaid } from './list-unpaid.ts'
import { reversePayout } from './reverse-payout.ts'
import { availableCents, divideUnpaid, sumLines, type UnpaidLine } from './rules.ts'
import { sendPayout } from './send-payout.ts'
import { setHold } from './set-hold.ts'
import { startRun } from './start-run.ts'

const SEED = 20_261_122
/** A sample of the histories that rules-properties.test.ts plays without a database. */
const RUNS = Math.max(16, Number(process.env['PAYOUT_HISTORIES'] ?? 0) / 20)

const act = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 50, max: 9_000 }) }),
  fc.record({
    do: fc.constant('refund' as const),
    at: fc.nat(20),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    at: fc.nat(20),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    at: fc.nat(20),
    how: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ do: fc.constant('run' as const) }),
  fc.record({
    do: fc.constant('send' as const),
    fault: fc.option(
      fc.constantFrom<PayoutFault>('lost', 'away', 'kept', 'kept_though_made', 'refused'),
    ),
    balance: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('bank' as const),
    how: fc.constantFrom('paid' as const, 'failed' as const, 'returned' as const),
  }),
  fc.record({ do: fc.constant('takeBack' as const), whole: fc.boolean() }),
  fc.record({
    do: fc.constant('hold' as const),
    amount: fc.option(fc.integer({ min: 1, max: 5_000 })),
  }),
  fc.record({ do: fc.constant('lift' as const), at: fc.nat(5) }),
  fc.record({
    do: fc.constant('payday' as const),
    amount: fc.integer({ min: 50, max: 9_000 }),
    how: fc.constantFrom('paid' as const, 'failed' as const, 'returned' as const, null),
  }),
  fc.record({
    do: fc.constant('account' as const),
    ready: fc.boolean(),
    last4: fc.constantFrom('6789', '6789', '6789', '4321'),
  }),
  fc.record({
    do: fc.constant('give' as const),
    most: fc.integer({ min: 1, max: 1_500 }),
    // Two begin at the same moment.
    runs: fc.constantFrom(1, 2),
    /** Of these so many end at once. */
    ended: fc.nat(2),
  }),
  fc.record({
    do: fc.constant('end run' as const),
    at: fc.nat(5),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ do: fc.constant('reverse' as const), lost: fc.boolean() }),
  fc.record({
    do: fc.constant('adjust' as const),
    amount: fc.integer({ min: -3_000, max: 3_000 }).filter((cents) => cents !== 0),
  }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Story {
  sales: Sale[]
  holds: string[]
  /** What the operator gave, less what the operator took. */
  adjusted: number
  desk: FreeRunDesk
  /** Free runs that have not ended, with the most that each may cost. */
  running: { jobId: string; most: number }[]
  /** What ended free runs have cost. */
  given: number
}

const mostOf = (running: Story['running']) => running.reduce((sum, { most }) => sum + most, 0)

interface Sale {
  id: string
  amount: number
  /** The tax in the amount. */
  tax: number
  refunded: number
  disputed: number
  open: boolean
  /** The part of `disputed` that was won back. */
  won: number
  /** Another creator's sale, of which the person gets the commission. */
  referred: boolean
}

/** 70% in whole cents, half up, computed in another way than in the product. */
const seventyPercent = (cents: number) => Math.floor((cents * 7) / 10 + 0.5)

function earnedOf({ amount, tax, refunded, disputed, won, referred }: Sale): number {
  const rest = Math.max(0, amount - refunded - disputed + won)
  const net = rest - Math.round((tax * rest) / amount)
  const share = seventyPercent(net)
  return referred ? Math.max(0, Math.min(Math.floor(net / 20), net - share - 40)) : share
}

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

async function sendAll(creator: Principal): Promise<void> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from payouts where principal_id = $1 and state in ('scheduled','sending')`,
    [creator.id],
  )
  for (const { id } of rows) await sendPayout(world.ctx, id).catch(() => undefined)
}

async function play(creator: Principal, story: Story, step: Act): Promise<void> {
  const { sales, holds } = story
  const { ctx, vendor } = world
  const accountId = `acct_${creator.id}`
  const sale = 'at' in step && sales.length > 0 ? sales[step.at % sales.length] : undefined
  const rest = sale ? sale.amount - sale.refunded - sale.disputed + sale.won : 0
  switch (step.do) {
    case 'sell': {
      // A third of the sales each has no tax, 20% and 27%.
      const percent = [0, 20, 27][step.amount % 3] ?? 0
      const tax = Math.round((step.amount * percent) / (100 + percent))
      const referred = step.amount % 5 === 4
      sales.push({
        id: referred
          ? await world.refer(creator, step.amount, tax)
          : await world.sell(creator, step.amount, tax),
        referred,
        amount: step.amount,
        tax,
        refunded: 0,
        disputed: 0,
        won: 0,
        open: false,
      })
      return
    }
    case 'refund': {
      const amount = Math.ceil(rest * step.part)
      if (!sale || amount < 1) return
      await world.refund(sale.id, amount)
      sale.refunded += amount
      return
    }
    case 'dispute': {
      const amount = Math.ceil(rest * step.part)
      if (!sale || amount < 1 || sale.disputed > 0) return
      await world.dispute(sale.id, amount, null, 'opened')
      sale.disputed = amount
      sale.open = true
      return
    }
    case 'decide':
      if (!sale?.open) return
      await world.dispute(sale.id, sale.disputed, 'opened', step.how)
      sale.open = false
      // The stand-in has one dispute for each sale, so a sale that was won back is left alone.
      if (step.how === 'won') sale.won = sale.disputed
      return
    case 'wait':
      return world.wait(step.days)
    case 'run': {
      const cleared = () => getPosition(ctx, creator.id, ctx.clock.now()).then(availableCents)
      const before = await cleared()
      await startRun(ctx, { dueAt: ctx.clock.now(), by: 'operator', only: [creator.id] })
      // A payout takes nothing that a running free run may still cost.
      expect(await cleared()).toBeGreaterThanOrEqual(Math.min(before, mostOf(story.running)))
      return
    }
    case 'send':
      vendor.faults = step.fault ? [step.fault] : []
      vendor.balance = step.balance ? 1e12 : 0
      return sendAll(creator)
    case 'bank':
      vendor.bank(accountId, step.how)
      return checkAccount(ctx, accountId)
    case 'payday':
      await play(creator, story, { do: 'sell', amount: step.amount })
      world.wait(8)
      await play(creator, story, { do: 'run' })
      await play(creator, story, { do: 'send', fault: null, balance: true })
      if (step.how) await play(creator, story, { do: 'bank', how: step.how })
      return
    case 'takeBack': {
      const made = vendor.transfers.findLast(
        (each) => each.accountId === accountId && each.reversed < each.amount,
      )
      if (!made) return
      const left = made.amount - made.reversed
      vendor.takeBack(made.transferId, step.whole ? left : Math.ceil(left / 2))
      return checkAccount(ctx, accountId)
    }
    case 'hold': {
      const hold = { principalId: creator.id, code: 'operator', setBy: 'admin' } as const
      const amount = step.amount ?? null
      holds.push((await setHold(ctx, { ...hold, amount, reason: 'a look', until: null })).id)
      return
    }
    case 'lift': {
      const id = holds[step.at % Math.max(1, holds.length)]
      if (id) await liftHold(ctx, id)
      return
    }
    case 'account':
      vendor.setAccount(accountId, step.ready ? 'ready' : 'restricted', step.last4)
      return checkAccount(ctx, accountId)
    case 'reverse': {
      const { rows } = await world.database.pool.query<{ id: string }>(
        `select id from payouts where principal_id = $1 and state in ('in_transit', 'paid')
         order by id desc limit 1`,
        [creator.id],
      )
      vendor.faults = step.lost ? ['lost'] : []
      const [last] = rows
      // The answer was lost, so the vendor's next word tells.
      if (last) await reversePayout(ctx, last.id, 'a test').catch(() => undefined)
      vendor.faults = []
      return checkAccount(ctx, accountId)
    }
    case 'give': {
      const now = ctx.clock.now()
      const position = await getPosition(ctx, creator.id, now)
      const lines = divideUnpaid(position, now)
      const held = sumLines(lines.filter(({ reason }) => reason === 'held'))
      const { most, runs } = step
      const covered = Math.floor(Math.max(0, availableCents(position) - held) / most)
      const begun = await Promise.all(Array.from({ length: runs }, () => story.desk.begin(most)))
      const jobIds = begun.filter((id) => id !== undefined)
      expect(jobIds).toHaveLength(Math.min(runs, covered))
      story.running.push(...jobIds.map((jobId) => ({ jobId, most })))
      for (let time = 0; time < Math.min(step.ended, jobIds.length); time++) {
        await play(creator, story, { do: 'end run', at: time, part: 0.7 })
      }
      return
    }
    case 'end run': {
      const [run] = story.running.splice(step.at % Math.max(1, story.running.length), 1)
      if (!run) return
      const cents = Math.floor(run.most * step.part)
      await story.desk.end(run.jobId, cents)
      story.given += cents
      return
    }
    case 'adjust':
      story.adjusted += step.amount
      await adjustBalance(ctx, { principalId: creator.id, amount: step.amount, reason: 'a test' })
      return
  }
}

async function checkBooks(creator: Principal, story: Story): Promise<UnpaidLine[]> {
  const { sales, adjusted, given, running } = story
  const { ctx } = world
  const now = ctx.clock.now()
  const earned = sales.reduce((sum, sale) => sum + earnedOf(sale), 0)
  const { rows } = await world.database.pool.query<{ paid: number; waiting: number; way: number }>(
    `select coalesce(sum(amount - reversed) filter (where state = 'paid'), 0)::int as paid,
      coalesce(sum(amount) filter (where state in ('scheduled','sending')), 0)::int as waiting,
      coalesce(sum(amount - reversed) filter (where state in ('scheduled','sending','in_transit')), 0)::int as way
      from payouts where principal_id = $1`,
    [creator.id],
  )
  const [books = { paid: 0, waiting: 0, way: 0 }] = rows
  const lines = await listUnpaid(ctx, creator.id)
  const of = (...reasons: string[]) =>
    sumLines(lines.filter(({ reason }) => reasons.includes(reason)))
  const pending = of('clearing', 'new_creator')
  const held = of('held')
  const way = of('in_transit', 'bank_refused')
  const aside = of('dispute')
  const available = sumLines(lines) - pending - held - way - aside
  expect(pending + available + held + way + books.paid).toBe(earned + adjusted - given)
  expect(way).toBe(books.way)
  const position = await getPosition(ctx, creator.id, now)
  expect(available + held).toBe(availableCents(position))
  // All that running free runs may cost is held, as far as refunds have left it.
  expect(held).toBeGreaterThanOrEqual(Math.min(Math.max(0, available + held), mostOf(running)))
  expect(lines.every(({ amount, words }) => amount !== 0 && words.length > 10)).toBe(true)
  const { rows: totals } = await world.database.pool.query<{ off: number; transit: number }>(
    `select coalesce(sum(l.amount), 0)::int as off,
      coalesce(sum(-l.amount) filter (where a.kind = 'in_transit'), 0)::int as transit
      from ledger_postings l join ledger_accounts a on a.id = l.account_id
      join ledger_entries e on e.id = l.entry_id
      where e.subject_type <> 'payout' or e.subject_id in (select id from payouts where principal_id = $1)`,
    [creator.id],
  )
  expect(totals[0]).toEqual({ off: 0, transit: books.waiting })
  return lines
}

/** What the vendor has sent is what our payouts say, once every answer has come. */
async function checkVendor(creator: Principal): Promise<void> {
  const { vendor } = world
  vendor.faults = []
  vendor.balance = 1e12
  world.wait(1)
  vendor.setAccount(`acct_${creator.id}`, 'ready')
  for (let time = 0; time < 3; time++) await sendAll(creator)
  await checkAccount(world.ctx, `acct_${creator.id}`)
  const theirs = vendor.transfers.filter((each) => each.accountId === `acct_${creator.id}`)
  expect(new Set(theirs.map(({ payoutId }) => payoutId)).size).toBe(theirs.length)
  const { rows } = await world.database.pool.query<{ id: string; net: number }>(
    `select id, (amount - reversed)::int as net from payouts
     where principal_id = $1 and state in ('in_transit', 'paid', 'returned') order by id`,
    [creator.id],
  )
  const made = theirs.map(({ payoutId, amount, reversed }) => ({
    id: payoutId,
    net: amount - reversed,
  }))
  expect(made.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))).toEqual(rows)
}

test('through every history each cent is pending, available, held, on its way or paid, and has its line', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 25 }), async (acts) => {
      const creator = await world.newPrincipal()
      await world.openAccount(creator)
      // The account is no longer a young one.
      world.wait(6)
      const desk = await openFreeRunDesk(world, creator)
      const story: Story = { sales: [], holds: [], adjusted: 0, desk, running: [], given: 0 }
      for (const step of acts) {
        await play(creator, story, step)
        for (const { reason } of await checkBooks(creator, story)) reached.add(reason)
        if (story.given > 0) reached.add('given')
        if (story.running.length > 1) reached.add('two running')
      }
      await checkVendor(creator)
      await checkBooks(creator, story)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'clearing',
      'dispute',
      'held',
      'account_restricted',
      'below_minimum',
      'next_run',
      'owed_back',
      'in_transit',
      'bank_refused',
      'given',
      'two running',
    ]),
  )
  expect(await comparePayouts(world.ctx)).toEqual([])
}, 3_600_000)
