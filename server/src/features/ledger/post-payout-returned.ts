import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { payoutReturnedEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

/** Gives the creator back what came back from the vendor. */
export async function postPayoutReturned(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, payoutReturnedEntry(move), aboutPayout(move))
}
