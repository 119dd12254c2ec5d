import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { requireScores } from '../moderation/index.ts'
import { listOwnInputs } from './list-own-inputs.ts'
import { setHiddenAt } from './set-hidden-at.ts'
import { creations } from './tables.ts'

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
