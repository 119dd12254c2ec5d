import { formatCents } from '@vignette/contract/money.ts'
import { findPriceFault, type Priced } from './find-price-fault.ts'
import { lowestPriceHere, type PriceCtx } from './lowest-price-here.ts'

/**
 * Why an older workflow's price is too low to sell: the creator reads the lowest price, a buyer
 * reads that the creator can raise the price.
 */
export function whyNotForSale(ctx: PriceCtx, recipe: Priced, toOwner: boolean) {
  if (recipe.price === 0 || !findPriceFault(ctx, recipe)) return undefined
  const lowest = lowestPriceHere(ctx, recipe.cost)
  const why =
    ctx.config.PRICE_FLOOR === 'warn'
      ? 'is less than a card is charged'
      : 'does not cover the card fee and what a run costs'
  const below = `The price of ${formatCents(recipe.price)} ${why}`
  const least = lowest === undefined ? '' : ` The lowest price here is ${formatCents(lowest)}.`
  return toOwner
    ? `${below}, so nobody can buy a run.${least} Publish a new version with a higher one.`
    : `${below}, so it cannot be bought now.${least} Its creator can raise it.`
}
