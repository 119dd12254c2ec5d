import {
  HIGHEST_TAX_PERCENT,
  lowestAskedCents,
  type PriceRules,
} from '@vignette/contract/price-floor.ts'
import type { Ctx } from '../../ctx.ts'

export type PriceCtx = Pick<Ctx, 'config' | 'gateway'>

/** The lowest price by the fee of this server's gateway, and the highest tax where prices include tax. */
export function lowestPriceHere(ctx: PriceCtx, cost: number): number | undefined {
  return lowestAskedCents(cost, priceRulesHere(ctx))
}

export function priceRulesHere({ config, gateway }: PriceCtx): PriceRules {
  return {
    fee: gateway.fee,
    taxPercent: gateway.includesTax ? HIGHEST_TAX_PERCENT : 0,
    floor: config.PRICE_FLOOR,
  }
}
