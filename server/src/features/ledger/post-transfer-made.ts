import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { transferMadeEntry } from './payout-entry.ts'
import { postEntry } from './post-entry.ts'

/** Posts that the vendor took the money from our balance. */
export async function postTransferMade(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, transferMadeEntry(move), aboutPayout(move))
}
