import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { storefronts } from './tables.ts'

/** What storefronts answer to questions of lower features. */
export const storefrontAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, storefronts, { owner: storefronts.ownerId, left: isDeleted }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const [row] = await tx.db.select().from(storefronts).where(eq(storefronts.ownerId, principalId))
    if (!row) return []
    const { ownerId: _, ...chosen } = row
    return [{ name: 'storefront.json', content: `${JSON.stringify(chosen, null, 2)}\n` }]
  }),
]
