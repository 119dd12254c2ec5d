import fc from 'fast-check'
import { MOVES } from '../../../src/features/ledger/moves.ts'
import { compareStands, type DisputeStand, type Sale } from '../../../src/features/ledger/rules.ts'
import { openSale, type Sides } from '../../../src/features/ledger/sale.ts'
import { payableCents } from '../../../src/features/payouts/rules.ts'
import { type PayoutModel, PERSON, type SaleState } from './payout-model.ts'

const DAY_MS = 86_400_000

const which = fc.nat(20)
const part = fc.double({ min: 0, max: 1, noNaN: true })
export const anyModelAct = fc.oneof(
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
type Act = typeof anyModelAct extends fc.Arbitrary<infer T> ? T : never

const sidesOf = ({
  clearsAt,
  referred,
  sale,
}: Pick<SaleState, 'clearsAt' | 'referred' | 'sale'>): Sides => {
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

export const restOf = ({ captured, refunded, disputed }: Sale) => captured - refunded - disputed

/** Carries out an act, as far as the rules let it. */
export function playOnModel(model: PayoutModel, step: Act): void {
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
      const sold = openSale(sides, sharePercent)
      model.post(`capture:${id}`, MOVES.capture({ sold, amount: captured }))
      model.sales.push({ id, sale, clearsAt, referred, dispute: null, time: 0, refunds: 0 })
      return
    }
    case 'refund': {
      const amount = sold ? Math.ceil(restOf(sold.sale) * step.part) : 0
      if (!sold || amount < 1) return
      sold.refunds += 1
      const id = `${sold.id}${sold.refunds}`
      model.post(
        `refund:${id}`,
        MOVES.refund({ sold: { ...sidesOf(sold), sale: sold.sale }, amount }),
      )
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
      model.post(`payout:${id}`, MOVES.payout({ principalId: PERSON, amount }))
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
      model.post(
        adjustmentOf(model),
        MOVES.adjustment({ principalId: PERSON, amount: step.amount }),
      )
      return
    case 'writeOff': {
      const amount = -model.position().balance
      if (amount <= 2_500) return
      model.adjusted += amount
      model.post(adjustmentOf(model), MOVES.bad_debt({ principalId: PERSON, amount }))
    }
  }
}

const adjustmentOf = ({ entries }: PayoutModel) => `adjustment:${entries.length}`

function settle(model: PayoutModel, sold: SaleState, after: DisputeStand): void {
  const { id, dispute: before, sale } = sold
  const change = compareStands(before, after)
  // A gateway refunds no more than what is left, so that a sale won back and refunded stays won.
  if (restOf(sale) < (change?.taken ?? 0)) return
  sold.time += 1
  sold.dispute = after
  if (!change) return
  const lines = MOVES[change.kind]({ sold: { ...sidesOf(sold), sale }, ...change })
  model.post(`dispute:${id}:${sold.time}`, lines)
  sold.sale = { ...sale, disputed: sale.disputed + change.taken }
}

function movePayout(model: PayoutModel, step: Extract<Act, { do: 'move' }>): void {
  const payout = model.payouts[step.which % Math.max(1, model.payouts.length)]
  if (!payout) return
  const { id, amount } = payout
  if (payout.state === 'sending') {
    if (step.to === 'refused') {
      model.post(`transfer_refused:${id}`, MOVES.transfer_refused({ principalId: PERSON, amount }))
      payout.state = 'ended'
    } else if (step.to === 'made') {
      model.post(`transfer_made:${id}`, MOVES.transfer_made({ amount }))
      payout.state = 'in_transit'
    }
    return
  }
  if (payout.state === 'ended') return
  if (step.to === 'paid') payout.state = 'paid'
  if (step.to !== 'returned' && step.to !== 'reversed') return
  const left = payout.amount - payout.back
  const back = step.to === 'reversed' ? left : Math.max(1, Math.ceil(left * step.part))
  payout.times += 1
  const kind = step.to === 'reversed' ? 'reversal' : 'payout_returned'
  model.post(`${kind}:${id}:${payout.times}`, MOVES[kind]({ principalId: PERSON, amount: back }))
  payout.back += back
  if (payout.back === payout.amount) payout.state = 'ended'
}
