import type { ErrorCode } from '@vignette/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getSpendable } from '../payouts/index.ts'
import type { Sold } from './quote-price.ts'
import type { CodeRow } from './tables.ts'

/** A free run begins only where its creator's cleared money, less holds and what other free runs may cost, covers all that the run may cost. */
export async function assertCovered(
  ctx: Ctx,
  { code, kind, ownerId }: CodeRow,
  { cost }: Sold,
  refusal: ErrorCode,
): Promise<void> {
  if (kind !== 'free' || cost === 0) return
  if ((await getSpendable(ctx, ownerId)) >= cost) return
  throw new AppError(
    refusal,
    `The code ${code} pays for no run at the moment: the balance of its creator does not cover what a run may cost.`,
  )
}
