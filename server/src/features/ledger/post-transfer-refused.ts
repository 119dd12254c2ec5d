import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { transferRefusedEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

/** Gives the creator back what the vendor refused to send. */
export async function postTransferRefused(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, transferRefusedEntry(move), aboutPayout(move))
}
