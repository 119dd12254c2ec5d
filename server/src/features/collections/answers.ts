import { asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { findCollectionSubject, listItems, moderateCollection } from './collection.ts'
import { collections } from './tables.ts'

/** What collections answer to questions of lower features. */
export const collectionAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, collections, { owner: collections.ownerId, left: isDeleted }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(collections)
      .where(eq(collections.ownerId, principalId))
      .orderBy(asc(collections.id))
    const saved = []
    for (const { id, name, visibility, createdAt } of rows) {
      const items = (await listItems(tx, id)).map((item) => ({
        type: item.subjectType,
        id: item.subjectId,
        saved_at: item.savedAt,
      }))
      saved.push({ id, name, visibility, created_at: createdAt, items })
    }
    return [{ name: 'collections.json', content: `${JSON.stringify(saved, null, 2)}\n` }]
  }),
  moderatedSubjects.collection.find.answer((tx, { id }) => findCollectionSubject(tx, id)),
  moderatedSubjects.collection.setHidden.answer((tx, { id, hidden }) =>
    moderateCollection(tx, id, hidden),
  ),
]
