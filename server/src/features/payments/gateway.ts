import type { Ctx } from '../../ctx.ts'
import type { PaymentGateway } from '../../providers/payments/spec.ts'
import { type Book, bookOf } from '../ledger/index.ts'

/** The book of new checkouts; claims and earnings show this book only. */
export function currentBook({ gateway }: Pick<Ctx, 'gateway'>): Book {
  return bookOf(gateway)
}

type Gateways = Pick<Ctx, 'gateway' | 'otherGateways'>

/** Every gateway that this server has keys for, the current one first. */
export function listGateways({ gateway, otherGateways }: Gateways): PaymentGateway[] {
  return [gateway, ...otherGateways]
}

/**
 * The gateway that holds a payment's money. Undefined for a book without keys: its open payments
 * wait, and `reconcile` reports them.
 */
export function findGateway(ctx: Gateways, payment: { book: Book }): PaymentGateway | undefined {
  return listGateways(ctx).find((gateway) => bookOf(gateway) === payment.book)
}

/**
 * The caller's context with the gateway of the payment's book, to ask that gateway and settle in
 * that book.
 */
export function reachBook(ctx: Ctx, payment: { book: Book }): Ctx | undefined {
  const gateway = findGateway(ctx, payment)
  return gateway && { ...ctx, gateway }
}
