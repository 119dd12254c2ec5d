import { currencyHere } from '@vignette/contract/currency.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { anyPayoutAct } from '../../../test/support/money/any-payout-act.ts'
import { checkMargins } from '../../../test/support/money/check-margins.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { openFreeRunDesk } from '../../../test/support/money/free-run-desk.ts'
import {
  mostOf,
  playPayoutAct,
  type Sale,
  type Story,
  sendAll,
} from '../../../test/support/money/payout-story.ts'
import type { Principal } from '../../ctx.ts'
import { sumSources } from '../ledger/index.ts'
import { comparePayouts } from './compare-payouts.ts'
import { getPosition, listUnpaid } from './position.ts'
import { checkAccount } from './refresh-account.ts'
import { availableCents, sumLines, type UnpaidLine } from './rules.ts'

const SEED = 20_261_122
/** A sample of the histories that rules-properties.test.ts plays without a database. */
const RUNS = Math.max(16, Number(process.env['PAYOUT_HISTORIES'] ?? 0) / 20)

/** 70% in whole cents, half up, computed in another way than in the product. */
const seventyPercent = (cents: number) => Math.floor((cents * 7) / 10 + 0.5)

function earnedOf({ amount, tax, refunded, disputed, won, referred }: Sale): number {
  const rest = Math.max(0, amount - refunded - disputed + won)
  const net = rest - Math.round((tax * rest) / amount)
  const share = seventyPercent(net)
  return referred ? Math.max(0, Math.min(Math.floor(net / 20), net - share - 40)) : share
}

let world: PayoutWorld
afterEach(() => world.close())

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

/** The parts of a payout add up to it, and of no source more is paid than was owed when a payout took it. */
async function checkParts(creator: Principal): Promise<void> {
  const { rows } = await world.database.pool.query<{
    id: string
    amount: number
    makeup: Record<string, number>
    parts: number
    twice: number
  }>(
    `select p.id, p.amount::int as amount, p.makeup,
       (select coalesce(sum(amount), 0) from payout_parts where payout_id = p.id)::int as parts,
       (select count(*) - count(distinct (kind, payment_id)) from payout_parts where payout_id = p.id)::int as twice
     from payouts p where principal_id = $1`,
    [creator.id],
  )
  for (const { amount, makeup, parts, twice } of rows) {
    const { salesCount = 0, ...cents } = makeup
    expect(salesCount).toBeGreaterThanOrEqual(0)
    const sum = Object.values(cents).reduce((all, each) => all + each, 0)
    expect([parts, twice, sum]).toEqual([amount, 0, amount])
    const { held = 0, owedBack = 0, refunds = 0, sales = 0 } = makeup
    expect([held <= 0, owedBack <= 0, refunds <= 0, sales >= 0]).toEqual([true, true, true, true])
  }
  const now = world.ctx.clock.now()
  const money = { book: 'test:sandbox' as const, currency: currencyHere() }
  const sources = await sumSources(world.ctx, [creator.id], money, now)
  const { rows: made } = await world.database.pool.query<{ paid: number; cleared: number }>(
    `select coalesce(sum(amount - reversed), 0)::int as paid from payouts
     where principal_id = $1 and state in ('scheduled','sending','in_transit','paid')`,
    [creator.id],
  )
  const position = await getPosition(world.ctx, creator.id, now)
  const owed = sources.reduce((sum, source) => sum + source.owed, 0)
  expect(owed - (made[0]?.paid ?? 0)).toBe(availableCents(position))
}

/** What the vendor has sent is what our payouts say, once every answer has come. */
async function checkVendor(creator: Principal): Promise<void> {
  const { vendor } = world
  vendor.faults = []
  vendor.balance = 1e12
  world.wait(1)
  vendor.setAccount(`acct_${creator.id}`, 'ready')
  for (let time = 0; time < 3; time++) await sendAll(world, creator)
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

/** The reasons that the histories reached. */
async function checkHistories(runs: number): Promise<Set<string>> {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyPayoutAct, { minLength: 3, maxLength: 25 }), async (acts) => {
      const creator = await world.newPrincipal()
      await world.openAccount(creator)
      // The account is no longer a young one.
      world.wait(6)
      const desk = await openFreeRunDesk(world, creator)
      const story: Story = { sales: [], holds: [], adjusted: 0, desk, running: [], given: 0 }
      for (const step of acts) {
        await playPayoutAct(world, creator, story, step)
        for (const { reason } of await checkBooks(creator, story)) reached.add(reason)
        await checkParts(creator)
        if (story.given > 0) reached.add('given')
        if (story.running.length > 1) reached.add('two running')
      }
      await checkVendor(creator)
      await checkBooks(creator, story)
    }),
    { seed: SEED, numRuns: runs },
  )
  expect(await comparePayouts(world.ctx)).toEqual([])
  await checkMargins(world.ctx)
  return reached
}

test('through every history each cent is pending, available, held, on its way or paid, and has its line', async () => {
  world = await createPayoutWorld()
  const reached = await checkHistories(RUNS)
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'clearing',
      'dispute',
      'held',
      'account_restricted',
      'below_minimum',
      'next_run',
      'delayed',
      'owed_back',
      'in_transit',
      'bank_refused',
      'given',
      'two running',
    ]),
  )
}, 3_600_000)

test.each(['eur', 'jpy'])(
  'the same holds in %s',
  async (CURRENCY) => {
    world = await createPayoutWorld({ CURRENCY })
    const reached = await checkHistories(RUNS / 4)
    expect([...reached]).toContain('clearing')
  },
  3_600_000,
)
