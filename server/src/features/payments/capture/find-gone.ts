import type { TxCtx } from '../../../ctx.ts'
import { findPrincipals } from '../../identity/index.ts'

export type Gone = 'deletion' | 'ban'

/** Why the buyer's account can no longer use payments; undefined for every other buyer. */
export async function findGone(tx: Pick<TxCtx, 'db'>, buyerId: string): Promise<Gone | undefined> {
  const buyer = (await findPrincipals(tx, [buyerId])).get(buyerId)
  if (buyer?.deleted) return 'deletion'
  return buyer?.banned ? 'ban' : undefined
}
