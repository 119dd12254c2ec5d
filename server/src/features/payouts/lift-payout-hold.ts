import type { Ctx } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { liftHold } from './lift-hold.ts'

export async function liftPayoutHold(ctx: Ctx, id: string): Promise<void> {
  const admin = requireAdmin(ctx)
  await liftHold(ctx, id)
  ctx.log.info({ adminId: admin.id, holdId: id }, 'a payout hold was lifted')
}
