import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { payments } from '../../schema/payments.ts'
import { identityEvents } from '../identity/index.ts'
import { workflowEvents } from '../workflows/index.ts'
import { releaseAllUnused } from './capture/request-release.ts'
import { endOpenCheckouts } from './checkout/end-checkout.ts'

/** Payments' listeners to the events of lower features. */
export const paymentListeners: Handling[] = [
  identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
    await tx.db.update(payments).set({ buyerId: to }).where(eq(payments.buyerId, from))
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db
      .update(payments)
      .set({ userInputs: null, madeFrom: null })
      .where(eq(payments.buyerId, principalId))
    await releaseAllUnused(tx, principalId, 'deletion')
  }),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    if (banned) await releaseAllUnused(tx, principalId, 'ban')
  }),
  workflowEvents.closed.hear((tx, { workflowIds }) => endOpenCheckouts(tx, workflowIds)),
]
