import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { creationFiles, creations, showsFile } from '../../schema/creations.ts'
import { principals } from '../../schema/identity.ts'
import { media } from '../../schema/media.ts'
import { storefronts } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'

/** Recomputes a file's visibility after a use began or ended: a file is public while a public object shows it. */
export async function syncMediaAccess(tx: TxCtx, mediaId: string): Promise<boolean> {
  const shown =
    (await isListedSample(tx, mediaId)) ||
    (await isShownCreation(tx, mediaId)) ||
    (await isOnStorefront(tx, mediaId))
  await setMediaVisibility(tx, mediaId, shown)
  return shown
}

/** Whether a workflow of the file's owner, neither hidden nor deleted, has this file as its sample. */
async function isListedSample(tx: TxCtx, mediaId: string): Promise<boolean> {
  const [recipe] = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .innerJoin(
      media,
      and(eq(media.id, workflows.sampleMediaId), eq(media.ownerId, workflows.ownerId)),
    )
    .where(
      and(
        eq(workflows.sampleMediaId, mediaId),
        isNull(workflows.hiddenAt),
        isNull(workflows.deletedAt),
      ),
    )
    .limit(1)
  return recipe !== undefined
}

/** Whether a shown creation has this file as its own, or as an input that its owner uploaded and shares. */
async function isShownCreation(tx: TxCtx, mediaId: string): Promise<boolean> {
  const shown = and(
    eq(creations.public, true),
    isNull(creations.hiddenAt),
    isNull(creations.deletedAt),
  )
  const [made] = await tx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(showsFile(mediaId), shown))
  if (made) return true
  const [shared] = await tx.db
    .select({ id: creations.id })
    .from(creationFiles)
    .innerJoin(creations, eq(creations.id, creationFiles.creationId))
    .innerJoin(media, eq(media.id, creationFiles.mediaId))
    .where(
      and(
        eq(creationFiles.mediaId, mediaId),
        eq(media.ownerId, creations.ownerId),
        eq(media.origin, 'upload'),
        eq(creations.shareInputs, true),
        shown,
      ),
    )
    .limit(1)
  return shared !== undefined
}

async function isOnStorefront(tx: TxCtx, mediaId: string): Promise<boolean> {
  const [shown] = await tx.db
    .select({ id: storefronts.ownerId })
    .from(storefronts)
    .innerJoin(principals, eq(principals.id, storefronts.ownerId))
    .where(
      and(
        or(eq(storefronts.pictureId, mediaId), eq(storefronts.coverId, mediaId)),
        isNull(principals.bannedAt),
      ),
    )
    .limit(1)
  return shown !== undefined
}

/** Going private changes the address, so that copies cached under the old address cannot be refreshed. */
export async function setMediaVisibility(
  tx: TxCtx,
  mediaId: string,
  isPublic: boolean,
): Promise<void> {
  await tx.db
    .update(media)
    .set(
      isPublic ? { public: true } : { public: false, token: randomBytes(12).toString('base64url') },
    )
    .where(and(eq(media.id, mediaId), ne(media.public, isPublic)))
}

/** Opens private media to the holders of a key, or closes them again. */
export async function setMediaLink(
  tx: Pick<TxCtx, 'db' | 'inTransaction'>,
  mediaId: string,
  linkHash: string | null,
): Promise<void> {
  await tx.db.update(media).set({ linkHash }).where(eq(media.id, mediaId))
}

/** Seals the whole file of a proof, or opens it once the proof is kept. */
export async function setMediaSealed(tx: TxCtx, mediaId: string, sealed: boolean): Promise<void> {
  await tx.db.update(media).set({ sealed }).where(eq(media.id, mediaId))
}
