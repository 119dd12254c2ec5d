import { HIGHEST_TAX_PERCENT, lowestPriceCents } from '@vignette/contract/price-floor.ts'
import type { Ctx } from '../../ctx.ts'

/** The lowest price by the fee of this server's gateway, and the highest tax where prices include tax. */
export function lowestPriceHere(
  { gateway }: Pick<Ctx, 'gateway'>,
  cost: number,
): number | undefined {
  return lowestPriceCents(cost, gateway.fee, gateway.includesTax ? HIGHEST_TAX_PERCENT : 0)
}
