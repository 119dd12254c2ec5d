import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor, lockFree } from '../../platform/db/lock.ts'

const balance = defineLock(8_402_133)

/** Payouts and free runs by a code take one person's balance one after another. */
export async function lockBalance(tx: TxCtx, ownerId: string): Promise<void> {
  await lockFor(tx, balance, ownerId)
}

/** Locks the balances that nobody else has locked, and answers whose they are. */
export async function lockFreeBalances(tx: TxCtx, ownerIds: string[]): Promise<string[]> {
  return lockFree(tx, balance, ownerIds)
}
