import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { payoutEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

/** Takes the amount from the creator's account, in the transaction that records the payout. */
export async function postPayout(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, payoutEntry(move), aboutPayout(move))
}
