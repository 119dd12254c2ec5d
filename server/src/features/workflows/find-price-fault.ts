import { formatCents } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { lowestPriceHere } from './lowest-price-here.ts'
import type { Recipe } from './rules-recipe.ts'

export type Priced = Pick<Recipe, 'price' | 'cost'>

/** The fault of a price by which the platform would lose money on a sale, in words. */
export function findPriceFault(ctx: Pick<Ctx, 'gateway'>, { price, cost }: Priced) {
  const lowest = lowestPriceHere(ctx, cost)
  if (lowest === undefined) {
    return {
      path: 'cost',
      message: `of ${cost} cents is above what the platform’s share of the highest price (${formatCents(PRICE.maxCents)}) covers`,
    }
  }
  if (price >= lowest) return undefined
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
