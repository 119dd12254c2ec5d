import { expect, test } from 'vitest'
import { sampleSale } from '../../../test/sample-sale.ts'
import {
  describeOrigin,
  describeSaleDispute,
  describeSaleMoney,
  describeSaleRefund,
  describeState,
  refundCost,
} from './describe-sale.ts'

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  [{}, 'Discover'],
  [{ source: null }, ''],
  [
    { code: 'MARA15', price: 255, source: 'link:bio' },
    'Code MARA15, full price $3.00 · Your link “bio”',
  ],
  [{ price: 200, source: 'tag:fan-link' }, 'Launch price, full price $3.00 · Fan link'],
])('a sale tells what lowered its price, and by which way the buyer came', (over, words) => {
  expect(describeOrigin(sampleSale(over))).toBe(words)
})

test('the money of a sale is told in the order of its way', () => {
  expect(describeSaleMoney(sampleSale(), now)).toEqual([
    'The buyer paid $3.00. The card fee of $0.39 is paid by the platform.',
    'Yours: $2.10, 70% of $3.00.',
    'Clears on November 27, 2026.',
  ])
  const paid = sampleSale({
    refunded: 100,
    share: 140,
    clears_at: '2026-11-10T00:00:00Z',
    payouts: [
      {
        id: 'p',
        state: 'paid',
        words: 'Arrived',
        created_at: '2026-11-20T06:00:00Z',
        paid: 150,
      },
    ],
    paid: 150,
    unpaid: 60,
  })
  expect(describeSaleMoney(paid, now).slice(1)).toEqual([
    'Yours: $1.40, 70% of the $2.00 that is left.',
    'Cleared on November 10, 2026.',
    'In the payout of November 20, 2026: $1.50 of it. Arrived.',
    'Not paid yet: $0.60. Your money names each reason.',
  ])
  expect(describeSaleMoney(sampleSale({ refunded: 300, share: 0 }), now)[1]).toBe(
    'Nothing of it is left, so nothing of it is yours.',
  )
})

test('refunds and disputes name their sum, their day and what came of them', () => {
  const refund = {
    amount: 100,
    state: 'succeeded' as const,
    by: 'creator' as const,
    reason: 'broken' as const,
    note: null,
    failure: null,
    created_at: '2026-11-21T10:00:00Z',
  }
  expect(describeSaleRefund(refund)).toBe(
    'November 21, 2026: $1.00 refunded by you: the result is broken.',
  )
  expect(describeSaleRefund({ ...refund, by: 'operator', reason: null })).toBe(
    'November 21, 2026: $1.00 refunded by the operator.',
  )
  expect(describeSaleRefund({ ...refund, state: 'failed' })).toContain(
    'It failed: the bank sent it back',
  )
  const dispute = { amount: 300, state: 'won', created_at: '2026-11-21T10:00:00Z' }
  expect(describeSaleDispute(dispute)).toBe(
    'November 21, 2026: $3.00 disputed; won, and the money is back.',
  )
  expect(describeState(sampleSale({ state: 'refunded', refunded: 100 }))).toBe('Partly refunded')
  expect(describeState(sampleSale({ state: 'refunded', refunded: 300 }))).toBe('Refunded')
})

test('a refund costs the creator the difference of the shares, so that no cent is lost to rounding', () => {
  const sale = sampleSale({ price: 111, refundable: 111, share: 78 })
  expect(refundCost(sale, 111)).toBe(78)
  const first = refundCost(sale, 1)
  expect(first + refundCost({ ...sale, refunded: 1 }, 110)).toBe(78)
})

test('the tax in a price belongs to neither the creator’s nor the platform’s share', () => {
  const sale = sampleSale({ tax: 50, share: 175 })
  expect(describeSaleMoney(sale, now)[1]).toBe('Yours: $1.75, 70% of $3.00, less $0.50 tax.')
  expect(refundCost(sale, 300)).toBe(175)
  expect(refundCost(sale, 100)).toBe(175 - Math.floor((167 * 70 + 50) / 100))
})
