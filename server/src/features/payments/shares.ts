import type { Tax, TaxName } from '../../providers/payments/spec.ts'
import type { PaymentRow } from '../../schema/payments.ts'
import { owedCents, remainingCents, taxCents, taxesIn } from '../ledger/index.ts'
import { dueCents } from './rules.ts'

/** How a payment is divided between creator, tax and platform; before the capture, how it will be divided. */
export function divideSale(payment: PaymentRow): {
  creator: number
  tax: number
  platform: number
} {
  const { state, amount, refunded, disputed, taxes, sharePercent } = payment
  if (state === 'capture_failed') return { creator: 0, tax: 0, platform: 0 }
  const captured = state === 'captured' ? payment.captured : dueCents(payment)
  const tax = sumTax(taxesIn(taxes, captured, amount))
  const sale = { captured, refunded, disputed, tax, sharePercent }
  const [creator, taxLeft] = [owedCents(sale), taxCents(sale)]
  return { creator, tax: taxLeft, platform: remainingCents(sale) - creator - taxLeft }
}

export function sumTax(taxes: readonly { amount: number }[]): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0)
}

/** What a receipt calls the taxes: `VAT`, or `tax` where several kinds come together. */
export function nameTax(taxes: readonly Tax[]): TaxName {
  const [first, ...others] = new Set(taxes.map(({ name }) => name))
  return first && others.length === 0 ? first : 'tax'
}
