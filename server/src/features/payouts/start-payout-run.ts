import type { startPayoutRun as route } from '@vignette/contract/payouts.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { startRun } from './start-run.ts'
import { viewPayout } from './view-payout.ts'

export async function startPayoutRun(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  const admin = requireAdmin(ctx)
  const { run, payouts } = await startRun(ctx, { dueAt: ctx.clock.now(), by: 'operator' })
  ctx.log.info({ adminId: admin.id, runId: run.id, payouts: payouts.length }, 'a payout run')
  return {
    run_id: run.id,
    total: payouts.reduce((sum, { amount }) => sum + amount, 0),
    payouts: payouts.map(viewPayout),
  }
}
