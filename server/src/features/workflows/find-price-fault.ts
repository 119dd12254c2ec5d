import { PRICE } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { lowestPriceCents } from '@vignette/contract/price-floor.ts'
import type { Ctx } from '../../ctx.ts'
import type { Recipe } from './rules-recipe.ts'

export type Priced = Pick<Recipe, 'price' | 'cost'>

/** The fault of a price by which the platform would lose money on a sale, in words. */
export function findPriceFault(ctx: Pick<Ctx, 'gateway'>, { price, cost }: Priced) {
  const lowest = lowestPriceCents(cost, ctx.gateway.fee)
  if (lowest === undefined) {
    return {
      path: 'cost',
      message: `cost of ${cost} cents is above what the platform’s share of the highest price (${formatCents(PRICE.maxCents)}) covers`,
    }
  }
  if (price >= lowest) return undefined
  const covers = cost > 0 ? `the cost of ${cost} cents and the card fee` : 'the card fee'
  return {
    path: 'price',
    message: `price must be at least ${lowest} cents (${formatCents(lowest)}), so that the platform’s share covers ${covers}`,
  }
}
