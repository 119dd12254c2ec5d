import { countCents } from '@vignette/contract/currency.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents, formatPrice } from '@vignette/contract/money.ts'
import { LAUNCH, PRICE } from '@vignette/contract/money-limits.ts'
import {
  HIGHEST_TAX_PERCENT,
  lowestAskedCents,
  type PriceRules,
} from '@vignette/contract/price-floor.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { launchPrices, type WorkflowRow } from '../../schema/workflows.ts'
import type { Recipe } from './rules-recipe.ts'

type Priced = Pick<Recipe, 'price' | 'cost'>

/** The fault of a price that may not be asked here, in words. */
export function findPriceFault(ctx: PriceCtx, { price, cost }: Priced) {
  const lowest = lowestPriceHere(ctx, cost)
  if (lowest === undefined) {
    return {
      path: 'cost',
      message: `of ${countCents(cost)} is above what the platform’s share of the highest price (${formatCents(PRICE.maxCents)}) covers`,
    }
  }
  if (price >= lowest) return undefined
  if (ctx.config.PRICE_FLOOR === 'warn') {
    return {
      path: 'price',
      message: `must be at least ${countCents(lowest)} (${formatCents(lowest)}), the least that a card is charged`,
    }
  }
  const covers = [
    ...(cost > 0 ? [`the cost of ${countCents(cost)}`] : []),
    ...(ctx.gateway.includesTax ? ['the tax that the price may include'] : []),
    'the card fee',
  ].join(' and ')
  return {
    path: 'price',
    message: `must be at least ${countCents(lowest)} (${formatCents(lowest)}), so that the platform’s share covers ${covers}`,
  }
}

type PriceCtx = Pick<Ctx, 'config' | 'gateway'>

/** The lowest price by the fee of this server's gateway, and the highest tax where prices include tax. */
export function lowestPriceHere(ctx: PriceCtx, cost: number): number | undefined {
  return lowestAskedCents(cost, priceRulesHere(ctx))
}

function priceRulesHere({ config, gateway }: PriceCtx): PriceRules {
  return {
    fee: gateway.fee,
    taxPercent: gateway.includesTax ? HIGHEST_TAX_PERCENT : 0,
    floor: config.PRICE_FLOOR,
  }
}

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
      : 'does not cover the card fee and what a remix costs'
  const below = `The price of ${formatCents(recipe.price)} ${why}`
  const least = lowest === undefined ? '' : ` The lowest price here is ${formatCents(lowest)}.`
  return toOwner
    ? `${below}, so nobody can buy a remix.${least} Publish a new version with a higher one.`
    : `${below}, so it cannot be bought now.${least} Its creator can raise it.`
}

/** What a recipe offers here: without a budget for declined proofs, one with a cost is charged on delivery. */
export function offeredProof(
  { config }: Pick<Ctx, 'config'>,
  { proof, cost }: { proof?: ProofOffer | undefined; cost: Recipe['cost'] },
): ProofOffer | null {
  if (!proof) return null
  return cost === 0 || cost * proof.draws <= config.PROOF_DAILY_BUDGET_CENTS ? proof : null
}

type LaunchColumns = Pick<WorkflowRow, 'price' | 'launchPrice' | 'launchUntil' | 'launchLowest'>

/** The launch price that holds now. */
export function launchOf({ clock }: Pick<Ctx, 'clock'>, row: LaunchColumns): Launch | undefined {
  const { launchPrice, launchUntil, launchLowest } = row
  if (launchPrice === null || launchUntil === null || launchLowest === null) return undefined
  if (launchUntil <= clock.now() || launchPrice >= row.price) return undefined
  const until = new Date(launchUntil.getTime() - 1).toISOString()
  const words = `Launch price until ${formatDay(until)} (UTC), then ${formatPrice(row.price)}. The lowest price of the 30 days before was ${formatPrice(launchLowest)}.`
  return { price: launchPrice, until: until.slice(0, 10), lowest_30d: launchLowest, words }
}

/** The columns of a workflow that are emptied when its launch price ends. */
export const NO_LAUNCH = { launchPrice: null, launchUntil: null, launchLowest: null } as const

/** Closes the record of the current launch price; the caller updates the workflow's own row. */
export async function endLaunch(tx: TxCtx, workflowId: string): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .update(launchPrices)
    .set({ until: now })
    .where(and(eq(launchPrices.workflowId, workflowId), gt(launchPrices.until, now)))
}

const DAY_MS = 86_400_000

/** The lowest price at which the workflow was sold in the last 30 days, or since its publication. */
export async function findLowestPrice(tx: TxCtx, workflowId: string): Promise<number> {
  const since = new Date(tx.clock.now().getTime() - LAUNCH.lookBackDays * DAY_MS).toISOString()
  const { rows } = await tx.db.execute<{ lowest: number | null }>(sql`
    select min(price)::int as lowest from (
      select price from workflow_versions
        where workflow_id = ${workflowId} and created_at > ${since}::timestamptz
      union all
      (select price from workflow_versions
        where workflow_id = ${workflowId} and created_at <= ${since}::timestamptz
        order by version desc limit 1)
      union all
      select price from launch_prices
        where workflow_id = ${workflowId} and until_at > ${since}::timestamptz and from_at < until_at
    ) sold`)
  const lowest = rows[0]?.lowest
  if (typeof lowest !== 'number') throw new Error('the recipe has no version')
  return lowest
}
