import type { Handling } from '../../platform/wiring.ts'
import { reports } from '../../schema/moderation.ts'
import { identityEvents } from '../identity/index.ts'
import { reportedBy } from './report.ts'

/** How moderation reacts to events of lower features. */
export const moderationListeners: Handling[] = [
  // The report stays for its subject; the reporter's note is deleted with the account.
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.update(reports).set({ note: '' }).where(reportedBy(tx, principalId))
  }),
]
