import type { PayoutAccountView } from '@vignette/contract/payouts.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { readAccount } from './read-account.ts'

export function getPayoutAccount(ctx: Ctx): Promise<PayoutAccountView> {
  return readAccount(ctx, requireVisitor(ctx).id)
}
