import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { reversalEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

/** Gives the creator back what we took back from the vendor. */
export async function postReversal(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, reversalEntry(move), aboutPayout(move))
}
