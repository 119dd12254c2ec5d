import type { TaxAmount } from './stripe-objects.ts'

type Rate = [country: string, state: string | null, type: string, name: string, percentage: number]

/** Where a buyer may live, with the taxes there: none, one, several of one place, several places. */
const RATES: Record<string, Rate[]> = {
  DE: [['DE', null, 'vat', 'VAT', 19]],
  HU: [['HU', null, 'vat', 'VAT', 27]],
  JP: [['JP', null, 'jct', 'JCT', 10]],
  'US-OR': [],
  'US-NY': [
    ['US', 'NY', 'sales_tax', 'New York State Sales Tax', 4],
    ['US', 'NY', 'sales_tax', 'New York City Sales Tax', 4.5],
  ],
  'CA-QC': [
    ['CA', null, 'gst', 'GST', 5],
    ['CA', 'QC', 'qst', 'QST', 9.975],
  ],
}

export const STRIPE_PLACES = Object.keys(RATES)

/** https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior: tax within the price, or on top. */
export function computeTax(price: number, inclusive: boolean, place: string): TaxAmount[] {
  const rates = RATES[place] ?? []
  const all = rates.reduce((sum, [, , , , percentage]) => sum + percentage, 0)
  const net = inclusive ? (price * 100) / (100 + all) : price
  return rates.map(([country, state, type, name, percentage]) => ({
    amount: Math.round((net * percentage) / 100),
    taxability_reason: 'standard_rated',
    rate: {
      country,
      state,
      tax_type: type,
      display_name: name,
      inclusive,
      effective_percentage: percentage,
    },
  }))
}
