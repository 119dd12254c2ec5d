import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PayoutModel, type SaleState } from '../../../test/support/money/payout-model.ts'
import { anyModelAct, playOnModel, restOf } from '../../../test/support/money/play-on-model.ts'
import { divideUnpaid, payableCents, sumLines } from './rules.ts'

const SEED = 20_261_122
/** `npm run test:all` plays 10,000. */
const RUNS = Number(process.env['PAYOUT_HISTORIES'] ?? 1_000)

/** In another way than in the product: half up, from the rest of each sale after its tax. */
function shareOf({ sale, referred }: SaleState): number {
  const rest = Math.max(0, restOf(sale))
  const net = rest - Math.floor((rest * sale.tax) / sale.captured + 0.5)
  const share = Math.floor((net * sale.sharePercent) / 100 + 0.5)
  if (!referred) return share
  const spare = net - share - (sale.commission?.covered ?? 0)
  return spare > 0 ? Math.min(spare, Math.floor(net / 20)) : 0
}

function check(model: PayoutModel): void {
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
    fc.property(fc.array(anyModelAct, { minLength: 3, maxLength: 30 }), (acts) => {
      const model = new PayoutModel()
      for (const step of acts) {
        playOnModel(model, step)
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
