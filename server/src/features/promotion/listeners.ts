import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { codes, referralDays } from '../../schema/promotion.ts'
import { identityEvents } from '../identity/index.ts'

/** How codes react to news of people. Only accounts have codes, and no account is claimed. */
export const codeListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(codes).set({ ownerId: to }).where(eq(codes.ownerId, from))
  }),
  // Payments keep the price that a deleted code gave.
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(codes).where(eq(codes.ownerId, principalId))
  }),
]

/** How referrals react to events of identity. What payments and the ledger keep of a referrer stays. */
export const referralListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(referralDays).where(eq(referralDays.referrerId, principalId))
  }),
]
