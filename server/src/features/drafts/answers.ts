import { asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { workflowDrafts } from '../../schema/drafts.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { viewDraft } from './draft.ts'

/** What drafts answer to questions of lower features. */
export const draftAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, workflowDrafts, { owner: workflowDrafts.ownerId, left: isDeleted }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(workflowDrafts)
      .where(eq(workflowDrafts.ownerId, principalId))
      .orderBy(asc(workflowDrafts.id))
    const content = `${JSON.stringify(rows.map(viewDraft), null, 2)}\n`
    return [{ name: 'drafts.json', content }]
  }),
]
