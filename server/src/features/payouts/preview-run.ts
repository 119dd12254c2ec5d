import type { PayoutAccountState } from '@vignette/contract/payout-words.ts'
import type { Ctx } from '../../ctx.ts'
import { currentBook } from '../payments/index.ts'
import { getPosition } from './get-position.ts'
import { listCreatorsOwed } from './list-creators-owed.ts'
import { availableCents, divideUnpaid, payableCents, type UnpaidLine } from './rules.ts'

interface PreviewLine {
  principalId: string
  account: PayoutAccountState
  /** What has cleared. */
  available: number
  /** What a run would pay now. */
  payable: number
  /** Why the rest of the cleared money would stay. */
  stays: UnpaidLine[]
}

const STAYS = new Set(['clearing', 'new_creator', 'dispute', 'next_run', 'in_transit'])

/** What a run would pay of what had cleared at a moment, and what it would leave and why; changes nothing. */
export async function previewRun(ctx: Ctx, at = ctx.clock.now()): Promise<PreviewLine[]> {
  const lines: PreviewLine[] = []
  for (const principalId of await listCreatorsOwed(ctx, currentBook(ctx), at)) {
    const position = await getPosition(ctx, principalId, at)
    lines.push({
      principalId,
      account: position.account?.state ?? 'none',
      available: availableCents(position),
      payable: payableCents(position, at),
      stays: divideUnpaid(position, at).filter(({ reason }) => !STAYS.has(reason)),
    })
  }
  return lines
}

/** How much a run would pay, and to how many creators. */
export function sumPreview(lines: readonly PreviewLine[]): { total: number; payouts: number } {
  const paid = lines.filter(({ payable }) => payable > 0)
  return { total: paid.reduce((sum, { payable }) => sum + payable, 0), payouts: paid.length }
}
