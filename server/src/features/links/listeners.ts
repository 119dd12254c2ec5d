import { inArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { ownedBy } from './link.ts'
import { links } from './tables.ts'

/**
 * Links belong to recipes, which keep them when a visitor is claimed; only the deletion of an
 * account deletes links.
 */
export const linkListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(links).where(inArray(links.workflowId, ownedBy(tx, principalId)))
  }),
]
