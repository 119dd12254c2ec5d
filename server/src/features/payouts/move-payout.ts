import type { PayoutState } from '@vignette/contract/payout-words.ts'
import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { MOVES } from './rules.ts'
import { type PayoutRow, payouts } from './tables.ts'

/** Changes a locked payout, by an allowed move where the state changes. */
export async function movePayout(
  tx: TxCtx,
  payout: PayoutRow,
  set: Partial<PayoutRow>,
): Promise<PayoutRow> {
  const to: PayoutState = set.state ?? payout.state
  const moves = to !== payout.state
  if (moves && !MOVES[payout.state].includes(to)) {
    throw new Error(`a payout that is ${payout.state} cannot become ${to}`)
  }
  const [moved] = await tx.db
    .update(payouts)
    .set({ ...set, ...(moves ? { movedAt: tx.clock.now() } : {}) })
    .where(eq(payouts.id, payout.id))
    .returning()
  if (!moved) throw new Error(`the payout ${payout.id} is gone`)
  return moved
}
