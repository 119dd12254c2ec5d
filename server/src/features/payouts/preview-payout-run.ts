import type { previewPayoutRun as route } from '@vignette/contract/payouts.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { previewRun } from './preview-run.ts'
import { viewLine } from './view-payout.ts'

export async function previewPayoutRun(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  requireAdmin(ctx)
  const lines = await previewRun(ctx)
  const people = await findPrincipals(
    ctx,
    lines.map(({ principalId }) => principalId),
  )
  return {
    total: lines.reduce((sum, { payable }) => sum + payable, 0),
    creators: lines.map(({ principalId, available, payable, stays }) => ({
      principal_id: principalId,
      handle: people.get(principalId)?.handle ?? '',
      available,
      payable,
      stays: stays.map(viewLine),
    })),
  }
}
