import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { referralDays } from './tables.ts'

/** How referrals react to events of identity. What payments and the ledger keep of a referrer stays. */
export const referralListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(referralDays).where(eq(referralDays.referrerId, principalId))
  }),
]
