import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Hooks } from '../../hooks.ts'
import { findStrandedIn, isDeleted } from '../identity/index.ts'
import { releaseMedia } from '../media/index.ts'
import { clearSamples } from '../workflows/index.ts'
import { assertFileMayBePublic } from './assert-file-may-be-public.ts'
import { findCreationFile } from './find-creation-file.ts'
import { findCreationSubject } from './find-creation-subject.ts'
import { isFileReported } from './is-file-reported.ts'
import { isFileShown } from './is-file-shown.ts'
import { moderateCreation } from './moderate-creation.ts'
import { syncCreationBan } from './sync-creation-ban.ts'
import { creationFiles, creations } from './tables.ts'

/** What creations do when news comes from below. */
export function listenAsCreations(hooks: Hooks): void {
  hooks.strandedSought.push((ctx) =>
    findStrandedIn(ctx, creations, {
      owner: creations.ownerId,
      left: and(isDeleted, isNull(creations.deletedAt)),
    }),
  )
  hooks.visitorClaimed.push(async (tx, { from, to }) => {
    await tx.db.update(creations).set({ ownerId: to }).where(eq(creations.ownerId, from))
  })
  hooks.accountDeleted.push(async (tx, { principalId }) => {
    const gone = await tx.db
      .update(creations)
      .set({
        deletedAt: sql`coalesce(${creations.deletedAt}, ${tx.clock.now().toISOString()}::timestamptz)`,
        inputs: sql`'{}'::jsonb`,
        linkVersion: null,
        public: false,
      })
      .where(eq(creations.ownerId, principalId))
      .returning({ id: creations.id, mediaId: creations.mediaId })
    const files = await tx.db
      .delete(creationFiles)
      .where(
        inArray(
          creationFiles.creationId,
          tx.db
            .select({ id: creations.id })
            .from(creations)
            .where(eq(creations.ownerId, principalId)),
        ),
      )
      .returning({ mediaId: creationFiles.mediaId })
    // Files of others among them, which nothing else may name any more.
    await releaseMedia(
      tx,
      files.map((file) => file.mediaId),
    )
    await clearSamples(
      tx,
      gone.flatMap(({ mediaId }) => mediaId ?? []),
    )
    for (const { id } of gone) {
      tx.afterCommit(() => tx.events.publish({ id: `creation:${id}`, seq: 0 }))
    }
  })
  hooks.profileCounted.push(async (tx, { principalId, own }) => {
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
  })
  hooks.dataExported.push(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(creations)
      .where(
        and(
          eq(creations.ownerId, principalId),
          // What is deleted but not forgotten yet is held all the same.
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
      terms_version: row.termsVersion,
      terms_accepted_at: row.termsAcceptedAt,
      created_at: row.createdAt,
      delivered_at: row.deliveredAt,
      deleted_at: row.deletedAt,
      file_id: row.mediaId,
    }))
    return [{ name: 'creations.json', content: `${JSON.stringify(made, null, 2)}\n` }]
  })
  hooks.subjectSought.push(async (tx, { type, id }) =>
    type === 'creation' ? findCreationSubject(tx, id) : undefined,
  )
  hooks.subjectHidden.push(async (tx, { type, id, hidden }) => {
    if (type === 'creation') await moderateCreation(tx, id, hidden)
  })
  hooks.principalBanned.push(syncCreationBan)
  hooks.creationFileSought.push((tx, { creationId }) => findCreationFile(tx, creationId))
  hooks.fileNamed.push(async (tx, { mediaIds }) => {
    const rows = await tx.db
      .select({ mediaId: creationFiles.mediaId })
      .from(creationFiles)
      .where(inArray(creationFiles.mediaId, mediaIds))
    return rows.map((row) => row.mediaId)
  })
  hooks.fileShown.push((tx, { mediaId }) => isFileShown(tx, mediaId))
  hooks.publicationSought.push((tx, { mediaId }) => assertFileMayBePublic(tx, mediaId))
  hooks.judgementAsked.push((ctx, { mediaId }) => isFileReported(ctx, mediaId))
}
