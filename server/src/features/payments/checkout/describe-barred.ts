import type { Ctx, Principal } from '../../../ctx.ts'
import { wayOn } from './way-on.ts'

/** The reason why `releaseBarred` released a payment. */
export function describeBarred(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return `This payment was released, because too many runs of recipes that cost us money were cancelled that day. Nothing was charged. ${wayOn(ctx, buyer).words}`
}
