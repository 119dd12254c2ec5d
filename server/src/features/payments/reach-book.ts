import type { Ctx } from '../../ctx.ts'
import { type Book } from '../ledger/index.ts'
import { findGateway } from './find-gateway.ts'

/** The caller's context with that gateway in place of the current one, to ask it and settle in its book. */
export function reachBook(ctx: Ctx, payment: { book: Book }): Ctx | undefined {
  const gateway = findGateway(ctx, payment)
  return gateway && { ...ctx, gateway }
}
