import type { Ctx } from '../../ctx.ts'
import { defineProcessPart, keepRecent } from '../../platform/process-state.ts'

const LARGE = 1_000
const LIFE_MS = 60_000
const KEPT = 500

const counted = defineProcessPart(() =>
  keepRecent<{ sums: { total: number }; until: number }>(KEPT),
)

/**
 * The total of a list, and what is summed with it; those of a large list may be a minute old. In a
 * catalogue of a million recipes, counting those of a common word takes a hundred times as long as
 * reading a page of them.
 */
export async function countLarge<Sums extends { total: number }>(
  ctx: Pick<Ctx, 'process' | 'clock'>,
  list: string,
  count: () => Promise<Sums>,
): Promise<Sums> {
  const now = ctx.clock.now().getTime()
  const known = ctx.process.of(counted)
  const before = known.get(list)
  if (before && before.until > now) return before.sums as Sums
  const sums = await count()
  if (sums.total >= LARGE) known.set(list, { sums, until: now + LIFE_MS })
  return sums
}
