import type { getLeaving as route } from '@vignette/contract/leaving.ts'
import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { describeLeaving } from './describe-leaving.ts'
import { sumLines } from './rules.ts'
import { viewLine } from './view-payout.ts'

/** Names the caller's balance before the account is deleted. */
export async function getLeaving(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  const { outcome, lines, words } = await describeLeaving(ctx, requireVisitor(ctx).id)
  return {
    currency: CURRENCY,
    test_mode: ctx.gateway.testMode,
    unpaid: sumLines(lines),
    lines: lines.map(viewLine),
    outcome,
    words,
  }
}
