import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENTRY_KINDS } from '../../schema/ledger-kinds.ts'
import type { Line } from './entry.ts'
import { MOVES } from './moves.ts'
import { compareStands, type DisputeStand } from './rules.ts'
import { openSale, type Sides, type Sold } from './sale.ts'

const clearsAt = new Date('2026-11-23T12:00:00Z')
const creator = { account: { kind: 'creator' as const, ownerId: 'creator' }, clearsAt }
const referrer = {
  account: { kind: 'referrer' as const, ownerId: 'fan' },
  clearsAt,
  commission: { percent: 5, covered: 39 },
}
const amount = 300
const own = { principalId: 'creator' }
const paid = { ...own, amount: 4120 }

function examplesOf(sides: Sides) {
  const sold = openSale(sides, 70)
  const captured: Sold = { ...sold, sale: { ...sold.sale, captured: amount } }
  const refunded: Sold = { ...sold, sale: { ...captured.sale, refunded: 100 } }
  const dispute = (before: DisputeStand | null, after: DisputeStand) => {
    const change = compareStands(before, after)
    if (!change) throw new Error('nothing moves')
    const disputed = before === null || before.state === 'won' ? 0 : before.amount
    const sale = { ...captured.sale, disputed }
    return MOVES[change.kind]({ sold: { ...sold, sale }, ...change })
  }
  const open = { state: 'opened', amount } as const
  const won = { state: 'won', amount } as const
  const lost = { state: 'lost', amount } as const
  return {
    capture: MOVES.capture({ sold, amount }),
    'refund of 1.00': MOVES.refund({ sold: captured, amount: 100 }),
    'refund_failed (the bank sent it back)': MOVES.refund_failed({ sold: refunded, amount: 100 }),
    dispute_opened: dispute(null, open),
    dispute_won: dispute(open, won),
    dispute_lost: dispute(open, lost),
    'dispute_won on appeal, once lost': dispute(lost, won),
    'dispute_raised (lost after all)': dispute(won, lost),
    'dispute_lowered to 2.00': dispute(open, { ...open, amount: 200 }),
    'dispute_reopened (undecided again)': dispute(lost, open),
  }
}

const PLAIN = {
  ...examplesOf({ creator, taxes: [] }),
  processor_fee: MOVES.processor_fee({ amount: 39 }),
  provider_cost: MOVES.provider_cost({ amount: 5 }),
  'free_run by a creator’s code': MOVES.free_run({ ...own, amount: 5 }),
  dispute_fee: MOVES.dispute_fee({ amount: 1500 }),
  'payout of 41.20 (cleared money)': MOVES.payout(paid),
  'transfer_made (the vendor has it)': MOVES.transfer_made(paid),
  'transfer_refused (nothing moved)': MOVES.transfer_refused(paid),
  'payout_returned (it came back to us)': MOVES.payout_returned(paid),
  'reversal (we took it back)': MOVES.reversal(paid),
  'payout_cost of a vendor’s invoice': MOVES.payout_cost({ amount: 225 }),
  'adjustment in a creator’s favour': MOVES.adjustment({ ...own, amount: 500 }),
  'adjustment against a creator': MOVES.adjustment({ ...own, amount: -500 }),
  'bad_debt written off': MOVES.bad_debt({ ...own, amount: 3000 }),
}
const TAXED = examplesOf({ creator, taxes: [{ jurisdiction: 'AT', amount: 50 }] })
const REFERRED = examplesOf({ creator, referrer, taxes: [] })

/** `gateway 3.00`, in any order. */
function side(lines: Line[], sign: 1 | -1): string[] {
  return lines
    .filter((each) => each.amount * sign > 0)
    .map(({ account, amount: cents }) =>
      [account.kind, account.jurisdiction, (Math.abs(cents) / 100).toFixed(2)]
        .filter(Boolean)
        .join(' '),
    )
    .toSorted()
}

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const postings = readme.slice(readme.indexOf('## Postings'), readme.indexOf('## The share'))
const tables = postings.split(/^\| posting .*\n\| -.*\n/m).slice(1)

test.each([
  [0, PLAIN],
  [1, TAXED],
  [2, REFERRED],
])('table %i of the postings in README.md is what the code moves', (at, examples) => {
  const rows = [...(tables[at] ?? '').matchAll(/^\| `(\w+)`(.*?) *\| (.*?) *\| (.*?) *\|$/gm)]
  const all = new Map<string, Line[]>(Object.entries(examples))
  for (const [, kind = '', more = '', ...cells] of rows) {
    const name = (kind + more).trim().replaceAll("'", '’')
    const lines = all.get(name) ?? []
    const told = cells.map((cell) => cell.split(/[,;] /).toSorted())
    expect({ [name]: told }).toEqual({ [name]: [side(lines, 1), side(lines, -1)] })
  }
  expect(rows.length).toBeGreaterThan(1)
  if (at === 0) expect(rows).toHaveLength(all.size)
})

test('README.md shows every kind of entry', () => {
  const shown = [...(tables[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, kind = '']) => kind)
  expect([...new Set(shown)].toSorted()).toEqual(ENTRY_KINDS.toSorted())
})

test('a commission below one cent is not posted', () => {
  const commissionOf = (covered: number) => {
    const led = { ...referrer, commission: { percent: 5, covered } }
    const sold = openSale({ creator, referrer: led, taxes: [] }, 70)
    return MOVES.capture({ sold, amount }).find(({ account }) => account.kind === 'referrer')
  }
  expect(commissionOf(90)?.amount).toBe(-0)
  expect(commissionOf(89)?.amount).toBe(-1)
})
