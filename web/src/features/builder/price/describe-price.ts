import { moneyHere } from '@vignette/contract/currency.ts'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { CARD_FEE, HIGHEST_TAX_PERCENT } from '@vignette/contract/price-floor.ts'
import { splitPrice } from '@vignette/contract/price-split.ts'

interface PriceLine {
  label: string
  cents: number
  note?: string | undefined
}

/** The steps that cost money at a provider, as a check of the recipe answers them. */
export interface StepCost {
  id: string
  provider: string
  cents: number
}

/** What happens with the money of one sale, and a hint where tax lowers the creator's part. */
export function describePrice({
  shop,
  price,
  cost,
  steps,
  includesTax,
}: {
  /** Whose part the rest is. */
  shop: string
  price: number
  cost: number
  steps: readonly StepCost[]
  includesTax: boolean
}): { lines: PriceLine[]; keeps: number; tax?: string } {
  const split = splitPrice({ price, cost, fee: CARD_FEE })
  const taxed = splitPrice({ price, cost, fee: CARD_FEE, taxPercent: HIGHEST_TAX_PERCENT })
  return {
    keeps: split.creatorKeeps,
    lines: [
      { label: 'You keep', cents: split.creatorKeeps, note: `${CREATOR_SHARE_PERCENT}%` },
      { label: 'Card fee', cents: split.cardFee },
      { label: 'Rendering, at most', cents: split.rendering, note: describeSteps(steps) },
      { label: shop, cents: split.platformKeeps },
    ],
    ...(includesTax
      ? {
          tax: `The price includes the buyer’s tax. At the highest, ${HIGHEST_TAX_PERCENT}%, you keep ${formatCents(taxed.creatorKeeps)}.`,
        }
      : {}),
  }
}

function describeSteps(steps: readonly StepCost[]): string | undefined {
  const paid = steps.filter((step) => step.cents > 0)
  if (paid.length === 0) return undefined
  const providers = [...new Set(paid.map((step) => step.provider))].join(', ')
  const counted = `${providers}, ${paid.length} ${paid.length === 1 ? 'step' : 'steps'}`
  const { currency, usdRate } = moneyHere()
  // Vendors bill in US dollars.
  return currency === 'usd'
    ? counted
    : `${counted}, at ${usdRate} ${currency.toUpperCase()} a US dollar`
}

/** The prices of other recipes in a few words. */
export function describeSimilar(prices: readonly number[]): string {
  if (prices.length === 0) return 'no similar recipes yet'
  const lowest = formatCents(Math.min(...prices))
  const highest = formatCents(Math.max(...prices))
  const range = lowest === highest ? lowest : `${lowest}–${highest}`
  return `${range} (${prices.length})`
}
