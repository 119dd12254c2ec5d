import type { Ctx } from '../../ctx.ts'
import type { PaymentGateway } from '../../providers/payments/spec.ts'
import { type Book, bookOf } from '../ledger/index.ts'

type Gateways = Pick<Ctx, 'gateway' | 'otherGateways'>

/** Every book whose gateway this server can ask: the present one first. */
export function listGateways({ gateway, otherGateways }: Gateways): PaymentGateway[] {
  return [gateway, ...otherGateways]
}

/**
 * The gateway that holds a payment's money. Undefined for a book whose keys this server no longer
 * has: what is open there waits, and `reconcile` reports it.
 */
export function findGateway(ctx: Gateways, payment: { book: Book }): PaymentGateway | undefined {
  return listGateways(ctx).find((gateway) => bookOf(gateway) === payment.book)
}

/** The same caller at that gateway: what asks and settles there, asks and settles in its book. */
export function reachBook(ctx: Ctx, payment: { book: Book }): Ctx | undefined {
  const gateway = findGateway(ctx, payment)
  return gateway && { ...ctx, gateway }
}

/** New checkouts belong to this book, and nothing of another is claimed or shown as earned. */
export function currentBook({ gateway }: Pick<Ctx, 'gateway'>): Book {
  return bookOf(gateway)
}
