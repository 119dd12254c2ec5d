import { formatCents } from '@vignette/contract/money.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findRunCost } from './queries.ts'
import type { CodeRow } from './tables.ts'

/** What a free run may take from the balance, where that is no more than the owner was shown; refused where it is more. */
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
