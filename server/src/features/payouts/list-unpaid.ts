import type { Ctx } from '../../ctx.ts'
import { getPosition } from './get-position.ts'
import { divideUnpaid, type UnpaidLine } from './rules.ts'

/** Every cent that a person has earned and that has not arrived, with the reason. */
export async function listUnpaid(ctx: Ctx, principalId: string): Promise<UnpaidLine[]> {
  const now = ctx.clock.now()
  return divideUnpaid(await getPosition(ctx, principalId, now), now)
}
