import { and, eq, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { setHold } from './set-hold.ts'
import { payoutAccounts, payoutHolds } from './tables.ts'

export const payoutListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db
      .update(payoutHolds)
      .set({ principalId: to })
      .where(eq(payoutHolds.principalId, from))
  }),
  // What is on its way arrives; the rest of the balance stays in the ledger.
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db
      .update(payoutAccounts)
      .set({
        state: 'closed',
        bankLast4: null,
        missing: [],
        missingBy: null,
        reason: 'the account was deleted',
        changedAt: tx.clock.now(),
      })
      .where(eq(payoutAccounts.principalId, principalId))
  }),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    const isBan = and(
      eq(payoutHolds.principalId, principalId),
      eq(payoutHolds.code, 'banned'),
      isNull(payoutHolds.liftedAt),
    )
    if (!banned) {
      await tx.db
        .update(payoutHolds)
        .set({ liftedAt: tx.clock.now(), liftedBy: 'rule' })
        .where(isBan)
      return
    }
    const held = await tx.db.select({ id: payoutHolds.id }).from(payoutHolds).where(isBan)
    if (held.length > 0) return
    await setHold(tx, {
      principalId,
      amount: null,
      code: 'banned',
      reason: 'This account is banned.',
      setBy: 'rule',
      until: null,
    })
  }),
]
