import type { TaxAmount } from './objects.ts'

interface Place {
  code: string
  /** As the checkout page names it; absent for a place that the page does not offer. */
  name?: string
  rates: Rate[]
}

interface Rate {
  country: string
  state: string | null
  type: string
  name: string
  percent: number
}

const rate = (
  country: string,
  state: string | null,
  type: string,
  name: string,
  percent: number,
): Rate => ({ country, state, type, name, percent })

/** Made-up rates for tests: none, one, two of one place, two of several places; the page prints them. */
export const PLACES: readonly Place[] = [
  { code: 'AT', name: 'Austria', rates: [rate('AT', null, 'vat', 'VAT', 20)] },
  { code: 'HU', name: 'Hungary', rates: [rate('HU', null, 'vat', 'VAT', 27)] },
  {
    code: 'CA-QC',
    name: 'Canada, Quebec',
    rates: [rate('CA', null, 'gst', 'GST', 5), rate('CA', 'QC', 'qst', 'QST', 10)],
  },
  {
    code: 'US-NY',
    name: 'United States, New York',
    rates: [rate('US', 'NY', 'sales_tax', 'sales tax', 8)],
  },
  { code: 'XX', name: 'Another country', rates: [] },
  { code: 'DE', rates: [rate('DE', null, 'vat', 'VAT', 19)] },
  { code: 'JP', rates: [rate('JP', null, 'jct', 'JCT', 10)] },
  {
    code: 'US-WA',
    rates: [
      rate('US', 'WA', 'sales_tax', 'Washington State Sales Tax', 6.5),
      rate('US', 'WA', 'sales_tax', 'Seattle Sales Tax', 3.85),
    ],
  },
]

/**
 * Tax within the price, whose sum is rounded once, or on top:
 * https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior
 */
export function computeTax(price: number, inclusive: boolean, place: string): TaxAmount[] {
  const rates = PLACES.find(({ code }) => code === place)?.rates ?? []
  const all = rates.reduce((sum, { percent }) => sum + percent, 0)
  const whole = inclusive ? 100 + all : 100
  let percents = 0
  return rates.map(({ country, state, type, name, percent }) => {
    const before = Math.round((price * percents) / whole)
    percents += percent
    return {
      amount: Math.round((price * percents) / whole) - before,
      taxability_reason: 'standard_rated',
      rate: {
        country,
        state,
        tax_type: type,
        display_name: name,
        inclusive,
        effective_percentage: percent,
      },
    }
  })
}
