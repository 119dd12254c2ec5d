import { asc, inArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { links } from '../../schema/studio.ts'
import { identityPorts } from '../identity/index.ts'
import { ownedBy } from './link.ts'

/** What links answer to questions of lower features. */
export const linkAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(links)
      .where(inArray(links.workflowId, ownedBy(tx, principalId)))
      .orderBy(asc(links.createdAt), asc(links.name))
    return [{ name: 'links.json', content: `${JSON.stringify(rows, null, 2)}\n` }]
  }),
]
