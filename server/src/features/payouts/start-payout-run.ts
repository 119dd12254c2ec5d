import { formatCents } from '@vignette/contract/money.ts'
import type { startPayoutRun as route } from '@vignette/contract/operator-payouts.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireAdmin } from '../identity/index.ts'
import { planRun, sumPreview } from './preview-run.ts'
import { startRun } from './start-run.ts'
import { viewPayout } from './view-payout.ts'

/**
 * Pays exactly the creators and sums of the preview that the operator confirmed, out of what had
 * cleared at its moment: on a busy day something clears every minute.
 */
export async function startPayoutRun(
  ctx: Ctx,
  confirmed: z.output<(typeof route)['body']>,
): Promise<z.input<(typeof route)['answer']>> {
  const admin = requireAdmin(ctx)
  const at = momentOf(ctx, confirmed.at)
  const { lines } = await planRun(ctx, at)
  const paid = lines.filter(({ payable }) => payable > 0)
  const now = sumPreview(paid)
  if (now.total !== confirmed.total || now.payouts !== confirmed.payouts) throw changed(now)
  const { run, payouts } = await startRun(ctx, {
    dueAt: at,
    by: 'operator',
    confirmed: new Map(paid.map(({ principalId, payable }) => [principalId, payable])),
  })
  // Another run took the money after the check above.
  if (payouts.length === 0) throw changed({ total: 0, payouts: 0 })
  ctx.log.info({ adminId: admin.id, runId: run.id, payouts: payouts.length }, 'a payout run')
  return {
    run_id: run.id,
    total: payouts.reduce((sum, { amount }) => sum + amount, 0),
    payouts: payouts.map(viewPayout),
  }
}

/** The asked time, but never later than now: money that clears later must not be paid yet. */
function momentOf(ctx: Ctx, at: string | undefined): Date {
  const now = ctx.clock.now()
  const asked = at === undefined ? now : new Date(at)
  return asked < now ? asked : now
}

function changed({ total, payouts }: { total: number; payouts: number }): AppError {
  const would = total === 0 ? 'nothing' : `${formatCents(total)} in ${payouts} payouts`
  return new AppError('conflict', `The preview has changed: a run would now pay ${would}.`)
}
