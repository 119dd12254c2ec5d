import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { collections, creationFiles, creations } from '../../schema/creations.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { mediaPorts } from '../media/index.ts'
import { moderatedSubjects, moderationPorts } from '../moderation/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { findCollectionSubject, listItems, moderateCollection } from './collection.ts'
import { assertFileMayBePublic, isFileReported, isFileShown } from './files.ts'
import { findCreationSubject, moderateCreation } from './moderation.ts'
import { findBefores, findCreationFile, findShownRun } from './samples.ts'

/** The answers of creations to questions of lower features. */
export const creationAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, creations, {
      owner: creations.ownerId,
      left: and(isDeleted, isNull(creations.deletedAt)),
    }),
  ),
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
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(creations)
      .where(
        and(
          eq(creations.ownerId, principalId),
          // Includes creations in the 24-hour restore window, whose inputs are still stored.
          or(isNull(creations.deletedAt), sql`${creations.inputs} <> '{}'::jsonb`),
        ),
      )
      .orderBy(asc(creations.createdAt))
    const made = rows.map((row) => ({
      id: row.id,
      workflow_id: row.workflowId,
      workflow_version: row.workflowVersion,
      user_inputs: row.inputs,
      public: row.public,
      share_inputs: row.shareInputs,
      made_from: row.madeFrom,
      terms_version: row.termsVersion,
      terms_accepted_at: row.termsAcceptedAt,
      created_at: row.createdAt,
      delivered_at: row.deliveredAt,
      deleted_at: row.deletedAt,
      file_id: row.mediaId,
    }))
    return [{ name: 'creations.json', content: `${JSON.stringify(made, null, 2)}\n` }]
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
