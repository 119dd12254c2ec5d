import type { Tax, TaxName } from '../spec.ts'

interface TaxPlace {
  code: string
  name: string
  rates: { jurisdiction: string; name: TaxName; percent: number }[]
}

/** Made-up rates for tests, also one place with two taxes; the checkout page prints them. */
export const TAX_PLACES: readonly TaxPlace[] = [
  { code: 'AT', name: 'Austria', rates: [{ jurisdiction: 'AT', name: 'VAT', percent: 20 }] },
  { code: 'HU', name: 'Hungary', rates: [{ jurisdiction: 'HU', name: 'VAT', percent: 27 }] },
  {
    code: 'CA-QC',
    name: 'Canada, Quebec',
    rates: [
      { jurisdiction: 'CA', name: 'GST', percent: 5 },
      { jurisdiction: 'CA-QC', name: 'QST', percent: 10 },
    ],
  },
  {
    code: 'US-NY',
    name: 'United States, New York',
    rates: [{ jurisdiction: 'US-NY', name: 'sales tax', percent: 8 }],
  },
  { code: 'XX', name: 'Another country', rates: [] },
]

/** The taxes that an amount includes; their sum is rounded once. */
export function computeTaxes(amount: number, { rates }: TaxPlace): Tax[] {
  const whole = 100 + rates.reduce((sum, { percent }) => sum + percent, 0)
  let percents = 0
  const taxes = rates.map(({ jurisdiction, name, percent }) => {
    const before = Math.round((amount * percents) / whole)
    percents += percent
    return { jurisdiction, name, amount: Math.round((amount * percents) / whole) - before }
  })
  return taxes.filter((tax) => tax.amount > 0)
}
