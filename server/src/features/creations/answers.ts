import { and, asc, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { collections, creationFiles, creations } from '../../schema/creations.ts'
import { identityPorts } from '../identity/index.ts'
import { mediaPorts } from '../media/index.ts'
import { moderatedSubjects, moderationPorts } from '../moderation/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { findCollectionSubject, listItems, moderateCollection } from './collection.ts'
import { assertFileMayBePublic, isFileReported, isFileShown } from './files.ts'
import { findCreationSubject, moderateCreation } from './moderation.ts'
import { findBefores, findCreationFile, findShownRun } from './samples.ts'

/** The answers of creations to questions of lower features. */
export const creationAnswers: Handling[] = [
  identityPorts.profileCounts.answer(async (tx, { principalId, own }) => {
    const [row] = await tx.db
      .select({ total: count() })
      .from(creations)
      .where(
        and(
          eq(creations.ownerId, principalId),
          isNotNull(creations.deliveredAt),
          isNull(creations.deletedAt),
          ...(own ? [] : [eq(creations.public, true), isNull(creations.hiddenAt)]),
        ),
      )
    return { creations: row?.total ?? 0 }
  }),
  moderatedSubjects.creation.find.answer((tx, { id }) => findCreationSubject(tx, id)),
  moderatedSubjects.creation.setHidden.answer((tx, { id, hidden }) =>
    moderateCreation(tx, id, hidden),
  ),
  workflowPorts.befores.answer((ctx, { mediaIds }) => findBefores(ctx, mediaIds)),
  workflowPorts.shownRun.answer((ctx, { mediaId }) => findShownRun(ctx, mediaId)),
  workflowPorts.creationFile.answer((tx, { creationId }) => findCreationFile(tx, creationId)),
  mediaPorts.namedFiles.answer(async (tx, { mediaIds }) => {
    const rows = await tx.db
      .select({ mediaId: creationFiles.mediaId })
      .from(creationFiles)
      .where(inArray(creationFiles.mediaId, mediaIds))
    return rows.map((row) => row.mediaId)
  }),
  mediaPorts.isShown.answer((tx, { mediaId }) => isFileShown(tx, mediaId)),
  moderationPorts.assertPublishable.answer((tx, { mediaId }) => assertFileMayBePublic(tx, mediaId)),
  mediaPorts.isReported.answer((ctx, { mediaId }) => isFileReported(ctx, mediaId)),
]

/** What collections answer to questions of lower features. */
export const collectionAnswers: Handling[] = [
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
