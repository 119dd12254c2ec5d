import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustmentEntry, badDebtEntry } from '../ledger/adjustment-entry.ts'
import { captureEntry } from '../ledger/capture-entry.ts'
import { type DisputeStand, disputeEntry } from '../ledger/dispute-entry.ts'
import type { Entry } from '../ledger/entry.ts'
import {
  payoutEntry,
  payoutReturnedEntry,
  reversalEntry,
  transferMadeEntry,
  transferRefusedEntry,
} from '../ledger/payout-entry.ts'
import { refundEntry } from '../ledger/refund-entry.ts'
import { commissionCents, owedCents, type Sale } from '../ledger/rules.ts'
import { divideUnpaid, type Position, payableCents, sumLines } from './rules.ts'
import { type Cause, toHolds } from './rules-holds.ts'

const SEED = 20_261_122
/** `npm run test:all` plays 10,000. */
const RUNS = Number(process.env['PAYOUT_HISTORIES'] ?? 1_000)
const DAY_MS = 86_400_000
const START = new Date('2026-03-01T12:00:00Z')

const which = fc.nat(20)
const part = fc.double({ min: 0, max: 1, noNaN: true })
const act = fc.oneof(
  fc.record({
    do: fc.constant('sell' as const),
    amount: fc.integer({ min: 50, max: 9_000 }),
    share: fc.constantFrom(70, 70, 70, 0, 33, 100),
    days: fc.constantFrom(7, 14),
    taxPercent: fc.constantFrom(0, 0, 19, 25),
  }),
  fc.record({ do: fc.constant('refund' as const), which, part }),
  fc.record({ do: fc.constant('dispute' as const), which, part }),
  fc.record({
    do: fc.constant('decide' as const),
    which,
    how: fc.constantFrom('won' as const, 'lost' as const, 'opened' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ do: fc.constant('run' as const) }),
  fc.record({
    do: fc.constant('move' as const),
    which,
    to: fc.constantFrom('made', 'refused', 'paid', 'returned', 'reversed'),
    part,
  }),
  fc.record({
    do: fc.constant('hold' as const),
    amount: fc.option(fc.integer({ min: 1, max: 5_000 })),
  }),
  fc.record({ do: fc.constant('lift' as const) }),
  fc.record({ do: fc.constant('doubt' as const), which }),
  fc.record({
    do: fc.constant('adjust' as const),
    amount: fc.integer({ min: -4_000, max: 4_000 }).filter((cents) => cents !== 0),
  }),
  fc.record({ do: fc.constant('writeOff' as const) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface SaleState {
  id: string
  sale: Sale
  clearsAt: Date
  /** Another creator's sale, of which the person gets the commission. */
  referred: boolean
  dispute: DisputeStand | null
  /** How often the dispute changed. */
  time: number
  refunds: number
}

interface PayoutState {
  id: string
  amount: number
  back: number
  state: 'sending' | 'in_transit' | 'paid' | 'ended'
  times: number
}

/** The books of one creator in memory, by the product's own entries and rules. */
class Model {
  now = START
  entries: Entry[] = []
  sales: SaleState[] = []
  payouts: PayoutState[] = []
  holds: { amount: number | null; reason: string; until: null }[] = []
  doubts: Cause[] = []
  adjusted = 0

  post(entry: Entry | null): void {
    if (!entry) return
    expect(entry.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(this.entries.some(({ key }) => key === entry.key)).toBe(false)
    this.entries.push(entry)
  }

  creditOf(isMeant: (line: Entry['lines'][number], entry: Entry) => boolean): number {
    let sum = 0
    for (const entry of this.entries) {
      for (const line of entry.lines) {
        if (line.account.ownerId === PERSON && isMeant(line, entry)) sum -= line.amount
      }
    }
    return sum
  }

  balanceOf(kind: string): number {
    return this.entries
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => account.kind === kind)
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  position(): Position {
    const pending = this.sales.flatMap(({ id, clearsAt }) => {
      const amount = this.creditOf(({ clearsAt: at }, { key }) => at !== null && key.includes(id))
      const day = clearsAt.toISOString().slice(0, 10)
      return clearsAt > this.now && amount !== 0 ? [{ day, waits: 14, amount }] : []
    })
    const cleared = new Map(
      this.sales
        .filter(({ clearsAt }) => clearsAt <= this.now)
        .map(({ id }) => [id, this.creditOf((_, { key }) => key.includes(id))]),
    )
    return {
      balance: this.creditOf(() => true),
      pending,
      setAside: this.sales.reduce((sum, { sale, dispute, referred }) => {
        if (dispute?.state !== 'opened') return sum
        const won = { ...sale, disputed: sale.disputed - dispute.amount }
        const part = referred ? commissionCents : owedCents
        return sum + part(won) - part(sale)
      }, 0),
      signedIn: true,
      account: { state: 'ready', missing: [], missingBy: null, usableFrom: START, reason: null },
      holds: [...this.holds, ...toHolds(this.doubts, cleared)],
      minimum: 1_000,
      underWay: this.payouts
        .filter(({ state }) => state === 'sending' || state === 'in_transit')
        .map(({ amount, back }) => ({ amount: amount - back, bankReason: null, arrivesAt: null })),
      refusal: null,
    }
  }
}

const PERSON = 'creator'

const sidesOf = ({
  clearsAt,
  referred,
  sale,
}: Pick<SaleState, 'clearsAt' | 'referred' | 'sale'>) => {
  const { tax, commission } = sale
  const ownerId = referred ? 'another' : PERSON
  return {
    creator: { account: { kind: 'creator' as const, ownerId }, clearsAt },
    referrer: commission && {
      account: { kind: 'referrer' as const, ownerId: referred ? PERSON : 'a fan' },
      clearsAt,
      commission,
    },
    taxes: tax > 0 ? [{ jurisdiction: 'DE', amount: tax }] : [],
  }
}
const restOf = ({ captured, refunded, disputed }: Sale) => captured - refunded - disputed

function play(model: Model, step: Act): void {
  const sold =
    'which' in step ? model.sales[step.which % Math.max(1, model.sales.length)] : undefined
  switch (step.do) {
    case 'sell': {
      const clearsAt = new Date(model.now.getTime() + step.days * DAY_MS)
      const id = `sale-${model.sales.length}-`
      const { amount: captured, share: sharePercent, taxPercent } = step
      const tax = Math.round((captured * taxPercent) / (100 + taxPercent))
      // A link leads two of three sales; one of these two links is the person's own.
      const referred = captured % 3 === 1
      const covered = Math.round(captured * 0.029) + 30 + (captured % 7)
      const commission = captured % 3 === 0 ? undefined : { percent: 5, covered }
      const sale = { captured, refunded: 0, disputed: 0, tax, sharePercent, commission }
      const sides = sidesOf({ clearsAt, referred, sale })
      model.post(captureEntry(id, sides, sharePercent, captured))
      model.sales.push({ id, sale, clearsAt, referred, dispute: null, time: 0, refunds: 0 })
      return
    }
    case 'refund': {
      const amount = sold ? Math.ceil(restOf(sold.sale) * step.part) : 0
      if (!sold || amount < 1) return
      sold.refunds += 1
      const id = `${sold.id}${sold.refunds}`
      model.post(refundEntry(id, sidesOf(sold), sold.sale, amount))
      sold.sale = { ...sold.sale, refunded: sold.sale.refunded + amount }
      return
    }
    case 'dispute': {
      const amount = sold ? Math.ceil(restOf(sold.sale) * step.part) : 0
      if (sold && !sold.dispute && amount > 0) settle(model, sold, { state: 'opened', amount })
      return
    }
    case 'decide':
      if (sold?.dispute) settle(model, sold, { ...sold.dispute, state: step.how })
      return
    case 'wait':
      model.now = new Date(model.now.getTime() + step.days * DAY_MS)
      return
    case 'run': {
      const amount = payableCents(model.position(), model.now)
      if (amount === 0 || model.payouts.some(({ state }) => state === 'sending')) return
      const id = `payout-${model.payouts.length}`
      model.post(payoutEntry({ payoutId: id, principalId: 'creator', amount, time: 1 }))
      model.payouts.push({ id, amount, back: 0, state: 'sending', times: 0 })
      return
    }
    case 'move':
      return movePayout(model, step)
    case 'hold':
      model.holds.push({ amount: step.amount, reason: 'a look', until: null })
      return
    case 'lift':
      model.holds.shift()
      return
    case 'doubt':
      if (!sold) return
      model.doubts.push({
        code: 'likeness',
        cause: sold.id,
        reason: 'a look',
        until: null,
        sales: [sold.id],
      })
      return
    case 'adjust':
      model.adjusted += step.amount
      model.post(adjustmentEntry({ ...anew(model), amount: step.amount }))
      return
    case 'writeOff': {
      const amount = -model.position().balance
      if (amount <= 2_500) return
      model.adjusted += amount
      model.post(badDebtEntry({ ...anew(model), amount }))
    }
  }
}

const anew = ({ entries }: Model) => ({
  adjustmentId: `adjustment-${entries.length}`,
  principalId: 'creator',
})

function settle(model: Model, sold: SaleState, after: DisputeStand): void {
  const { id, dispute: before, sale } = sold
  const taken = (stand: DisputeStand | null) =>
    stand === null || stand.state === 'won' ? 0 : stand.amount
  // A gateway refunds no more than what is left, so that a sale won back and refunded stays won.
  if (restOf(sale) < taken(after) - taken(before)) return
  sold.time += 1
  const change = { id, time: sold.time, before, after }
  model.post(disputeEntry(change, sidesOf(sold), sale))
  sold.sale = { ...sale, disputed: sale.disputed + taken(after) - taken(before) }
  sold.dispute = after
}

function movePayout(model: Model, step: Extract<Act, { do: 'move' }>): void {
  const payout = model.payouts[step.which % Math.max(1, model.payouts.length)]
  if (!payout) return
  const about = { payoutId: payout.id, principalId: 'creator', amount: payout.amount, time: 1 }
  if (payout.state === 'sending') {
    if (step.to === 'refused') {
      model.post(transferRefusedEntry(about))
      payout.state = 'ended'
    } else if (step.to === 'made') {
      model.post(transferMadeEntry(about))
      payout.state = 'in_transit'
    }
    return
  }
  if (payout.state === 'ended') return
  if (step.to === 'paid') payout.state = 'paid'
  if (step.to !== 'returned' && step.to !== 'reversed') return
  const left = payout.amount - payout.back
  const amount = step.to === 'reversed' ? left : Math.max(1, Math.ceil(left * step.part))
  payout.times += 1
  const back = { ...about, amount, time: payout.times }
  model.post(step.to === 'reversed' ? reversalEntry(back) : payoutReturnedEntry(back))
  payout.back += amount
  if (payout.back === payout.amount) payout.state = 'ended'
}

/** In another way than in the product: half up, from the rest of each sale after its tax. */
function shareOf({ sale, referred }: SaleState): number {
  const rest = Math.max(0, restOf(sale))
  const net = rest - Math.floor((rest * sale.tax) / sale.captured + 0.5)
  const share = Math.floor((net * sale.sharePercent) / 100 + 0.5)
  if (!referred) return share
  const spare = net - share - (sale.commission?.covered ?? 0)
  return spare > 0 ? Math.min(spare, Math.floor(net / 20)) : 0
}

function check(model: Model): void {
  const lines = divideUnpaid(model.position(), model.now)
  const paid = model.payouts
    .filter(({ state }) => state === 'paid')
    .reduce((sum, { amount, back }) => sum + amount - back, 0)
  const earned = model.sales.reduce((sum, sold) => sum + shareOf(sold), 0)
  const aside = sumLines(lines.filter(({ reason }) => reason === 'dispute'))
  expect(sumLines(lines) - aside + paid).toBe(earned + model.adjusted)
  expect(lines.every(({ amount, words }) => amount !== 0 && words.length > 10)).toBe(true)
  const sending = model.payouts.filter(({ state }) => state === 'sending')
  expect(model.balanceOf('in_transit') + sumLines(sending)).toBe(0)
  expect(model.balanceOf('contested') + model.balanceOf('set_aside')).toBe(0)
  const held = sumLines(lines.filter(({ reason }) => reason === 'held'))
  const position = model.position()
  const payable = payableCents(position, model.now)
  expect(payable === 0 || payable >= position.minimum).toBe(true)
  expect(payable).toBeLessThanOrEqual(Math.max(0, position.balance - held))
}

test('in every history of the rules alone each cent has one line, and entries balance', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.array(act, { minLength: 3, maxLength: 30 }), (acts) => {
      const model = new Model()
      for (const step of acts) {
        play(model, step)
        check(model)
        for (const { reason } of divideUnpaid(model.position(), model.now)) reached.add(reason)
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'new_creator',
      'dispute',
      'held',
      'below_minimum',
      'next_run',
      'owed_back',
      'in_transit',
    ]),
  )
}, 600_000)
