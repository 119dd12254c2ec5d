import type { TxCtx } from '../../ctx.ts'
import { aboutPayout, type PostPayoutMove } from './about-payout.ts'
import { payoutEntry } from './payout-entry.ts'
import { postEntries } from './post-entry.ts'

/** Takes the amount from the creator's account, in the transaction that records the payout. */
export async function postPayout(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return (await postPayouts(tx, [move])) === 1
}

/** The same of many payouts, in a few statements; answers how many entries were new. */
export async function postPayouts(tx: TxCtx, moves: readonly PostPayoutMove[]): Promise<number> {
  return postEntries(
    tx,
    moves.map((move) => ({ entry: payoutEntry(move), about: aboutPayout(move) })),
  )
}
