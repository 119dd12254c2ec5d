import type { PayoutView } from '@vignette/contract/payouts.ts'
import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { markFailed } from './mark-failed.ts'
import { viewPayout } from './view-payout.ts'

export async function markPayoutFailed(ctx: Ctx, id: string, reason: string): Promise<PayoutView> {
  requireAdmin(ctx)
  return viewPayout(await markFailed(ctx, id, reason))
}
