import type { Ctx } from '../../ctx.ts'
import { type Book } from '../ledger/index.ts'
import { findGateway } from './find-gateway.ts'

/**
 * The caller's context with the gateway of the payment's book, to ask that gateway and settle in
 * that book.
 */
export function reachBook(ctx: Ctx, payment: { book: Book }): Ctx | undefined {
  const gateway = findGateway(ctx, payment)
  return gateway && { ...ctx, gateway }
}
