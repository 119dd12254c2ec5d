import type { Tax, TaxName } from '../../providers/payments/spec.ts'

/** What a receipt calls the taxes: `VAT`, or `tax` where several kinds come together. */
export function nameTax(taxes: readonly Tax[]): TaxName {
  const [first, ...others] = new Set(taxes.map(({ name }) => name))
  return first && others.length === 0 ? first : 'tax'
}
