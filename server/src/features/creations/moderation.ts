import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { type ModeratedSubject, requireScores } from '../moderation/index.ts'
import { getVersion } from '../workflows/index.ts'
import { listOwnInputs, syncCreationAccess } from './creation-access.ts'

export const delivered = and(isNotNull(creations.deliveredAt), isNull(creations.deletedAt))

export async function moderateCreation(
  tx: TxCtx,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  const [before] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
    .for('update')
  if (before && before.hiddenAt?.getTime() !== hiddenAt?.getTime()) {
    await setHiddenAt(tx, before, hiddenAt)
  }
}

async function setHiddenAt(tx: TxCtx, before: CreationRow, hiddenAt: Date | null): Promise<void> {
  await tx.db.update(creations).set({ hiddenAt }).where(eq(creations.id, before.id))
  await syncCreationAccess(tx, before, { ...before, hiddenAt })
}

/** The time of the ban marks the creations that the ban hid, so that the ban's end restores only these. */
export async function syncCreationBan(
  tx: TxCtx,
  news: { principalId: string; banned: boolean; at: Date },
): Promise<void> {
  const isConcerned = and(
    eq(creations.ownerId, news.principalId),
    isNull(creations.deletedAt),
    news.banned ? isNull(creations.hiddenAt) : eq(creations.hiddenAt, news.at),
  )
  const concerned = await tx.db.select().from(creations).where(isConcerned).for('update')
  if (!news.banned) {
    const shares = and(isConcerned, creations.public, creations.shareInputs)
    requireScores(tx, await listOwnInputs(tx, shares))
  }
  for (const before of concerned) await setHiddenAt(tx, before, news.banned ? news.at : null)
}

export async function findCreationSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
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
