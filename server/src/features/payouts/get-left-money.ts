import type { getLeftMoney as route } from '@vignette/contract/leaving.ts'
import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { LEAVING_DAYS } from '../notices/index.ts'
import { readAccount } from './read-account.ts'
import { readLeft } from './read-left.ts'
import { HOUR_MS, nextRunAt, sumLines } from './rules.ts'
import { viewLine } from './view-payout.ts'

/** What is not paid yet of a deleted account, for the holder of its link. */
export async function getLeftMoney(
  ctx: Ctx,
  { token }: { token: string },
): Promise<z.input<(typeof route)['answer']>> {
  const { principalId } = await readLeft(ctx, token)
  // The vendor is asked first, so that the lines know of details that were just given.
  const account = await readAccount(ctx, principalId)
  const { lines, mayOpen, deletedAt } = await readLeft(ctx, token)
  return {
    currency: CURRENCY,
    test_mode: ctx.gateway.testMode,
    unpaid: sumLines(lines),
    lines: lines.map(viewLine),
    account,
    may_open: mayOpen,
    next_run: nextRunAt(ctx.clock.now()).toISOString(),
    until: new Date(deletedAt.getTime() + LEAVING_DAYS * 24 * HOUR_MS).toISOString(),
  }
}
