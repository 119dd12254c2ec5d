import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { reseal, type Secret } from '../../../platform/secrets.ts'
import { BANK_DETAILS } from './create-manual-payouts.ts'
import { manualAccounts, manualTransfers } from './tables.ts'

/**
 * Seals bank details with the newest secret. What none opens is erased; answers the accounts whose owners
 * must give their details again.
 */
export async function resealDetails(db: Db, secret: Secret): Promise<string[]> {
  const erased: string[] = []
  const accounts = await db.select().from(manualAccounts).where(isNotNull(manualAccounts.details))
  for (const { id, details } of accounts) {
    const sealed = reseal(secret, BANK_DETAILS, details)
    if (sealed === details) continue
    if (!sealed) erased.push(id)
    await db
      .update(manualAccounts)
      .set(sealed ? { details: sealed } : { details: null, state: 'started' })
      .where(and(eq(manualAccounts.id, id), eq(manualAccounts.details, details ?? '')))
  }
  const transfers = await db
    .select()
    .from(manualTransfers)
    .where(isNotNull(manualTransfers.details))
  for (const { id, details } of transfers) {
    await db
      .update(manualTransfers)
      .set({ details: reseal(secret, BANK_DETAILS, details) })
      .where(and(eq(manualTransfers.id, id), eq(manualTransfers.details, details ?? '')))
  }
  return erased
}
