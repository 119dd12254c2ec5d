import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { seal, unseal } from '../../../platform/secrets.ts'
import { BANK_DETAILS } from './create-manual-payouts.ts'
import { manualAccounts, manualTransfers } from './tables.ts'

/**
 * Seals bank details with a new secret. What the old one does not open, or all of it where the old one
 * is not known, is erased; answers the accounts whose owners must give their details again.
 */
export async function resealDetails(
  db: Db,
  { from, to }: { from: string | undefined; to: string },
): Promise<string[]> {
  const again = (details: string | null) => {
    const text = from && details ? unseal(from, BANK_DETAILS, details) : undefined
    return text === undefined ? null : seal(to, BANK_DETAILS, text)
  }
  const erased: string[] = []
  const accounts = await db.select().from(manualAccounts).where(isNotNull(manualAccounts.details))
  for (const { id, details } of accounts) {
    const sealed = again(details)
    if (!sealed) erased.push(id)
    await db
      .update(manualAccounts)
      .set(sealed ? { details: sealed } : { details: null, state: 'started' })
      .where(eq(manualAccounts.id, id))
  }
  const transfers = await db
    .select()
    .from(manualTransfers)
    .where(isNotNull(manualTransfers.details))
  for (const { id, details } of transfers) {
    await db
      .update(manualTransfers)
      .set({ details: again(details) })
      .where(eq(manualTransfers.id, id))
  }
  return erased
}
