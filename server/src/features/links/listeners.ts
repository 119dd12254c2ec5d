import { inArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { ownedBy } from './queries.ts'
import { links } from './tables.ts'

/** A claimed visitor's links go with the recipes, so that only a deletion is heard. */
export const linkListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(links).where(inArray(links.workflowId, ownedBy(tx, principalId)))
  }),
]
