import type { Handling } from '../../platform/wiring/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { reportedBy } from './queries.ts'
import { reports } from './tables.ts'

/** What moderation does when news comes from below. */
export const moderationListeners: Handling[] = [
  // The report stands, for what it is about; what its author wrote goes with them.
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.update(reports).set({ note: '' }).where(reportedBy(tx, principalId))
  }),
]
