import { formatCents } from '@vignette/contract/money.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findRunCost } from './queries.ts'
import type { CodeRow } from './tables.ts'

/**
 * The sum that a free run may take from the balance; refused where the sum is above what the owner
 * was shown.
 */
export async function agreeRunCost(
  ctx: Pick<Ctx, 'db'>,
  code: Pick<CodeRow, 'kind' | 'ownerId' | 'workflowIds' | 'total'>,
  shown: number,
): Promise<number> {
  const cost = await findRunCost(ctx, code)
  if (cost <= shown) return cost
  const all =
    code.total === null ? '' : `, and all ${code.total} at most ${formatCents(cost * code.total)}`
  const message = `must be at least ${cost}: each run takes at most ${formatCents(cost)} from your balance${all}`
  throw new AppError('validation_failed', `run_cost ${message}.`, {
    details: [{ path: 'run_cost', message }],
  })
}
