import type { previewPayoutRun as route } from '@vignette/contract/operator-payouts.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { planRun, sumPreview } from './preview-run.ts'
import { viewLine } from './view-payout.ts'

export async function previewPayoutRun(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  requireAdmin(ctx)
  const at = ctx.clock.now()
  const { lines, balance, short } = await planRun(ctx, at)
  const people = await findPrincipals(
    ctx,
    lines.map(({ principalId }) => principalId),
  )
  return {
    test_mode: ctx.gateway.testMode,
    vendor: ctx.payoutGateway.id,
    at: at.toISOString(),
    ...sumPreview(lines),
    balance,
    short,
    creators: lines.map(({ principalId, account, available, payable, stays }) => ({
      principal_id: principalId,
      handle: people.get(principalId)?.handle ?? '',
      account,
      available,
      payable,
      stays: stays.map(viewLine),
    })),
  }
}
