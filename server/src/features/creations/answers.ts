import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { collections, creations } from '../../schema/creations.ts'
import { identityPorts } from '../identity/index.ts'
import { shrinkForLetter, viewMediaOf } from '../media/index.ts'
import { isReported, moderatedSubjects } from '../moderation/index.ts'
import { noticePorts } from '../notices/index.ts'
import { findCollectionSubject, listItems, moderateCollection } from './collection.ts'
import { findCreationSubject, moderateCreation } from './moderation.ts'

/** The answers of creations to questions of lower features. */
export const creationAnswers: Handling[] = [
  noticePorts.picture.answer(async (ctx, { creationId, ownerId }) => {
    const [row] = await ctx.db
      .select({ mediaId: creations.mediaId })
      .from(creations)
      .where(
        and(
          eq(creations.id, creationId),
          eq(creations.ownerId, ownerId),
          isNotNull(creations.deliveredAt),
          isNull(creations.deletedAt),
          isNull(creations.hiddenAt),
        ),
      )
    // The address that a visitor left may be a stranger's, so what is in doubt is not sent there.
    if (!row?.mediaId || (await isReported(ctx, creationId))) return undefined
    return shrinkForLetter(ctx, row.mediaId)
  }),
  noticePorts.ownPictures.answer(async (ctx, { creationIds, ownerId }) => {
    const rows = await ctx.db
      .select({ id: creations.id, mediaId: creations.mediaId, proofUntil: creations.proofUntil })
      .from(creations)
      .where(
        and(
          inArray(creations.id, [...creationIds]),
          eq(creations.ownerId, ownerId),
          isNotNull(creations.deliveredAt),
          isNull(creations.deletedAt),
          isNull(creations.hiddenAt),
        ),
      )
    const media = await viewMediaOf(
      ctx,
      rows.map(({ mediaId }) => mediaId),
    )
    return new Map(
      rows.map(({ id, mediaId, proofUntil }) => [
        id,
        { media: media.get(mediaId ?? '') ?? null, waits: proofUntil !== null },
      ]),
    )
  }),
  moderatedSubjects.creation.find.answer((tx, { id }) => findCreationSubject(tx, id)),
  moderatedSubjects.creation.setHidden.answer((tx, { id, hiddenAt }) =>
    moderateCreation(tx, id, hiddenAt),
  ),
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
  moderatedSubjects.collection.setHidden.answer((tx, { id, hiddenAt }) =>
    moderateCollection(tx, id, hiddenAt),
  ),
]
