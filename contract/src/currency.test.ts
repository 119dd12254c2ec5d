import { afterEach, describe, expect, test } from 'vitest'
import { moneyOf, whyNotCurrency } from './currencies.ts'
import {
  countCents,
  exampleOf,
  labelCurrency,
  nameCurrency,
  readMoneyFrom,
  US_DOLLARS,
  writeCents,
} from './currency.ts'
import { formatCents } from './money.ts'
import { PAYOUT, PRICE, SALE_REFUND } from './money-limits.ts'
import { parseCents } from './parse-cents.ts'
import { CARD_FEE, cardFeeCents, lowestPriceCents } from './price-floor.ts'
import { splitPrice } from './price-split.ts'

const sellIn = (...given: Parameters<typeof moneyOf>) => {
  const money = moneyOf(...given)
  readMoneyFrom(() => money)
}
afterEach(() => readMoneyFrom(() => US_DOLLARS))

test('dollars are what a server sells in unless it says another currency', () => {
  expect(moneyOf('usd')).toEqual(US_DOLLARS)
  expect([nameCurrency(), labelCurrency(), exampleOf(450)]).toEqual([
    'US dollars',
    'dollars',
    '4.50',
  ])
})

test.each([
  ['eur', '€1,234.50', '1234.50', 'euros', '4.50', '7 cents', 100_000],
  ['gbp', '£1,234.50', '1234.50', 'British pounds', '4.50', '7', 100_000],
  ['jpy', '¥123,450', '123450', 'Japanese yen', '450', '7', 100_000],
  ['chf', 'CHF\u00a01,234.50', '1234.50', 'Swiss francs', '4.50', '7', 100_000],
  ['krw', '₩123,450', '123450', 'South Korean won', '4500', '7', 1_000_000],
  ['rsd', 'RSD\u00a01,234.50', '1234.50', 'Serbian dinars', '450.00', '7', 10_000_000],
])('sums in %s are written its way', (currency, shown, plain, name, example, counted, most) => {
  sellIn(currency)
  expect([formatCents(123_450), writeCents(123_450), nameCurrency()]).toEqual([shown, plain, name])
  expect([exampleOf(450), countCents(7), PRICE.maxCents]).toEqual([example, counted, most])
  expect([parseCents(plain), parseCents(shown), formatCents(-0)]).toEqual([
    123_450,
    123_450,
    formatCents(0),
  ])
})

test('a price in yen takes no decimals', () => {
  sellIn('jpy')
  expect(['500', '¥500', '1,500', '500.00', '5.5', '1,50', '', '-5'].map(parseCents)).toEqual([
    500,
    500,
    1_500,
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

describe('what a currency decides', () => {
  test('the fee, the least price and the limits are those of the currency', () => {
    sellIn('jpy')
    expect([PRICE.minCents, PAYOUT.minCents, SALE_REFUND.owedAtMostCents]).toEqual([
      50, 1_000, 5_000,
    ])
    expect(cardFeeCents(500, CARD_FEE)).toBe(18)
    expect(splitPrice({ price: 500, cost: 6, fee: CARD_FEE })).toEqual({
      buyerPays: 500,
      tax: 0,
      creatorKeeps: 350,
      cardFee: 18,
      rendering: 6,
      platformKeeps: 126,
    })
    sellIn('gbp')
    expect(PRICE.minCents).toBe(30)
    sellIn('sek')
    expect(PAYOUT.minCents).toBe(10_000)
  })

  test('no sale at the lowest price costs the platform money, in any currency', () => {
    for (const currency of ['eur', 'gbp', 'jpy', 'krw', 'inr', 'idr']) {
      sellIn(currency)
      for (const cost of [0, 1, 57]) {
        const lowest = lowestPriceCents(cost, CARD_FEE) ?? 0
        const split = splitPrice({ price: lowest, cost, fee: CARD_FEE })
        expect(Math.min(...Object.values(split)), currency).toBeGreaterThanOrEqual(0)
      }
    }
  })

  test("the operator's own card fee and rate win", () => {
    expect(moneyOf('eur', { feePercent: 1.4, feeFixedCents: 0, usdRate: 0.92 })).toMatchObject({
      cardFee: { basisPoints: 140, fixedCents: 0 },
      usdRate: 0.92,
    })
  })
})

test.each([
  ['kwd', 'is KWD, which has three decimals'],
  ['huf', 'is HUF, which is paid by cards with two decimals and paid out without'],
  ['xyz', 'must be one of Stripe’s currencies'],
  ['EUR', 'must be one of Stripe’s currencies'],
])('%s is refused with a reason', (currency, why) => {
  expect(whyNotCurrency(currency)).toContain(why)
  expect(() => moneyOf(currency)).toThrow(`no server sells in ${currency}`)
})
