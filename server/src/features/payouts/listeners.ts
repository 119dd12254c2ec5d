import { and, eq, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { eraseAccountsTask } from './erase-accounts.ts'
import { setHold } from './hold.ts'
import { tellOfLeftMoney } from './leaving.ts'
import { payoutHolds, payoutSettings } from './tables.ts'

export const payoutListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db
      .update(payoutHolds)
      .set({ principalId: to })
      .where(eq(payoutHolds.principalId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(payoutSettings).where(eq(payoutSettings.principalId, principalId))
    await tellOfLeftMoney(tx, principalId)
    await tx.queue.send(tx, eraseAccountsTask, {})
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
