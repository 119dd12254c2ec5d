import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import type { ModeratedSubject } from '../../hooks.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertMayBePublic, isReported } from '../moderation/index.ts'
import { getVersion } from '../workflows/index.ts'
import { followVisibility } from './follow-visibility.ts'
import { type CreationRow, creations } from './tables.ts'

const delivered = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))

export async function findAsSubject(tx: TxCtx, id: string): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
  if (!row) return undefined
  const { version } = await getVersion(tx, row.workflowId, row.workflowVersion)
  return {
    title: `A creation of ${version.recipe.name}`,
    url: `/creations/${row.id}`,
    ownerId: row.ownerId,
    hidden: row.hiddenAt !== null,
    reachable: row.hiddenAt === null && (row.public || row.linkVersion !== null),
  }
}

export async function setCreationHidden(tx: TxCtx, id: string, hidden: boolean): Promise<void> {
  const [before] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
    .for('update')
  if (before && (before.hiddenAt !== null) !== hidden) {
    await setHiddenAt(tx, before, hidden ? tx.clock.now() : null)
  }
}

/** The moment of the ban marks what it hid, so that its end restores that and nothing else. */
export async function followBan(
  tx: TxCtx,
  news: { principalId: string; banned: boolean; at: Date },
): Promise<void> {
  const concerned = await tx.db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.ownerId, news.principalId),
        isNull(creations.deletedAt),
        news.banned ? isNull(creations.hiddenAt) : eq(creations.hiddenAt, news.at),
      ),
    )
    .for('update')
  for (const before of concerned) await setHiddenAt(tx, before, news.banned ? news.at : null)
}

async function setHiddenAt(tx: TxCtx, before: CreationRow, hiddenAt: Date | null): Promise<void> {
  await tx.db.update(creations).set({ hiddenAt }).where(eq(creations.id, before.id))
  await followVisibility(tx, before, { ...before, hiddenAt })
}

export async function findFileOf(tx: TxCtx, id: string): Promise<string | undefined> {
  const [row] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
  return row?.mediaId ?? undefined
}

async function findByMedia(ctx: Ctx, mediaId: string): Promise<CreationRow | undefined> {
  const [row] = await ctx.db.select().from(creations).where(eq(creations.mediaId, mediaId))
  return row
}

/** A creation that is held or hidden is not shown under another name either. */
export async function assertFileMayBePublic(tx: TxCtx, mediaId: string): Promise<void> {
  const row = await findByMedia(tx, mediaId)
  if (!row) return
  await assertMayBePublic(tx, row.id)
  if (row.hiddenAt) {
    throw new AppError('content_refused', 'This creation was hidden and cannot be shown.')
  }
}

export async function isFileReported(ctx: Ctx, mediaId: string): Promise<boolean> {
  const row = await findByMedia(ctx, mediaId)
  return row !== undefined && isReported(ctx, row.id)
}
