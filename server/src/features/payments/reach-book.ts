import type { Ctx } from '../../ctx.ts'
import { type Book } from '../ledger/index.ts'
import { findGateway } from './find-gateway.ts'

/** The caller's Ctx at that gateway, which asks and settles in the gateway's book. */
export function reachBook(ctx: Ctx, payment: { book: Book }): Ctx | undefined {
  const gateway = findGateway(ctx, payment)
  return gateway && { ...ctx, gateway }
}
