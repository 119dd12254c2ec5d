import { formatCents } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import { lowestPriceHere, type PriceCtx } from './lowest-price-here.ts'
import type { Recipe } from './rules-recipe.ts'

export type Priced = Pick<Recipe, 'price' | 'cost'>

/** The fault of a price that may not be asked here, in words. */
export function findPriceFault(ctx: PriceCtx, { price, cost }: Priced) {
  const lowest = lowestPriceHere(ctx, cost)
  if (lowest === undefined) {
    return {
      path: 'cost',
      message: `of ${cost} cents is above what the platform’s share of the highest price (${formatCents(PRICE.maxCents)}) covers`,
    }
  }
  if (price >= lowest) return undefined
  if (ctx.config.PRICE_FLOOR === 'warn') {
    return {
      path: 'price',
      message: `must be at least ${lowest} cents (${formatCents(lowest)}), the least that a card is charged`,
    }
  }
  const covers = [
    ...(cost > 0 ? [`the cost of ${cost} cents`] : []),
    ...(ctx.gateway.includesTax ? ['the tax that the price may include'] : []),
    'the card fee',
  ].join(' and ')
  return {
    path: 'price',
    message: `must be at least ${lowest} cents (${formatCents(lowest)}), so that the platform’s share covers ${covers}`,
  }
}
