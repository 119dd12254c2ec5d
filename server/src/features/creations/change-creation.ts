import type { CreationView } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { setMediaDeleted } from '../media/index.ts'
import { assertMayBePublic } from '../moderation/index.ts'
import { followVisibility } from './follow-visibility.ts'
import { creationNotFound, getOwnDelivered } from './queries.ts'
import { type CreationRow, creations } from './tables.ts'
import { viewCreation } from './view-creation.ts'

export async function updateCreation(
  ctx: Ctx,
  id: string,
  wish: { public?: boolean | undefined; share_inputs?: boolean | undefined },
): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    if (wish.public && before.test) {
      throw new AppError('forbidden', 'A test of your own recipe stays private.')
    }
    if (wish.public) await assertMayBePublic(tx, id)
    if (wish.public && before.hiddenAt) {
      throw new AppError('content_refused', 'This creation was hidden and cannot be public.')
    }
    return change(tx, before, {
      public: wish.public ?? before.public,
      shareInputs: wish.share_inputs ?? before.shareInputs,
    })
  })
  return viewCreation(ctx, row)
}

async function change(
  tx: TxCtx,
  before: CreationRow,
  values: Partial<Pick<CreationRow, 'public' | 'shareInputs' | 'deletedAt'>>,
): Promise<CreationRow> {
  const [row] = await tx.db
    .update(creations)
    .set(values)
    .where(eq(creations.id, before.id))
    .returning()
  if (!row?.mediaId) throw creationNotFound()
  if (row.deletedAt?.getTime() !== before.deletedAt?.getTime()) {
    await setMediaDeleted(tx, row.mediaId, row.deletedAt !== null)
  }
  await followVisibility(tx, before, row)
  return row
}

export async function deleteCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    await change(tx, before, { deletedAt: tx.clock.now() })
  })
}

export async function restoreCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true, deleted: true })
    const restorableSince = hoursAgo(tx, TOMBSTONE_PURGE_HOURS)
    if (!before.deletedAt || before.deletedAt < restorableSince) throw creationNotFound()
    return change(tx, before, { deletedAt: null })
  })
  return viewCreation(ctx, row)
}
