import type { PayoutView } from '@vignette/contract/payouts.ts'
import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { markPaid } from './mark-paid.ts'
import { viewPayout } from './view-payout.ts'

export async function markPayoutPaid(ctx: Ctx, id: string, reference: string): Promise<PayoutView> {
  requireAdmin(ctx)
  return viewPayout(await markPaid(ctx, id, reference))
}
