import { formatCents } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lowestPriceHere } from '../workflows/index.ts'
import { describeReduction, reducedPrice } from './rules.ts'
import type { CodeRow } from './tables.ts'

/** The version of a recipe that is sold. */
export interface Sold {
  workflowId: string
  ownerId: string
  price: number
  launch?: Launch | undefined
  cost: number
}

/** The price with a code, counted from the full price: a purchase has only one reduction. */
export function quotePrice(
  ctx: Pick<Ctx, 'config' | 'gateway'>,
  code: CodeRow,
  sold: Sold,
): { price: number; why: string } {
  const { price: full, cost } = sold
  if (code.kind === 'free' && cost > code.runCost) {
    throw new AppError(
      'payment_state',
      `The code ${code.code} pays for no run of this recipe: a run may cost more than its creator has agreed to bear.`,
    )
  }
  const lowest = lowestPriceHere(ctx, cost) ?? full
  const price = reducedPrice(code, { full, lowest })
  const now = priceNow(sold)
  if (price >= now) {
    const why = sold.launch ? 'the launch price is no higher' : 'it is the lowest price here'
    throw new AppError(
      'payment_state',
      `The code ${code.code} changes nothing here: ${why} (${formatCents(now)}).`,
    )
  }
  return { price, why: describeReduction(code, { full, lowest }) }
}
