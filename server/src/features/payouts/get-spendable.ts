import type { Ctx } from '../../ctx.ts'
import { getPosition } from './get-position.ts'
import { freeCents } from './rules.ts'

/** What has cleared and is held for nothing: a payout or a free run by a code may take it. */
export async function getSpendable(ctx: Ctx, principalId: string): Promise<number> {
  return freeCents(await getPosition(ctx, principalId, ctx.clock.now()))
}
