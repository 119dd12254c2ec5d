import type { PaymentGateway } from '../../providers/payments/spec.ts'
import { type Book, bookOf } from '../ledger/index.ts'
import { type Gateways, listGateways } from './list-gateways.ts'

/**
 * The gateway that holds a payment's money. Undefined for a book without keys: its open payments
 * wait, and `reconcile` reports them.
 */
export function findGateway(ctx: Gateways, payment: { book: Book }): PaymentGateway | undefined {
  return listGateways(ctx).find((gateway) => bookOf(gateway) === payment.book)
}
