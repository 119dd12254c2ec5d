import type { CreationView } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type CreationRow, creations, showsFile } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { media } from '../../schema/media.ts'
import { keepFirst, setMediaDeleted } from '../media/index.ts'
import { assertMayBePublic } from '../moderation/index.ts'
import { creationNotFound, getOwnDelivered, isShown } from './creation.ts'
import { syncCreationAccess } from './creation-access.ts'
import { listShownFiles } from './part.ts'
import { viewCreation } from './view-creation.ts'

async function changeCreation(
  tx: TxCtx,
  before: CreationRow,
  values: Partial<Pick<CreationRow, 'public' | 'shareInputs' | 'deletedAt' | 'takenBack'>>,
): Promise<CreationRow> {
  const [row] = await tx.db
    .update(creations)
    .set(values)
    .where(eq(creations.id, before.id))
    .returning()
  if (!row?.mediaId) throw creationNotFound()
  if (row.deletedAt?.getTime() !== before.deletedAt?.getTime()) {
    for (const file of await listShownFiles(tx, row)) {
      await setMediaDeleted(tx, file, row.deletedAt !== null)
    }
  }
  await syncCreationAccess(tx, before, row)
  return row
}

export async function updateCreation(
  ctx: Ctx,
  id: string,
  wish: { public?: boolean | undefined; share_inputs?: boolean | undefined },
): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    if (wish.public && before.proofUntil) throw keepFirst()
    if (wish.public && before.test && !(await isPaid(tx, id))) {
      throw new AppError('forbidden', 'A test of your own recipe stays private.')
    }
    if (wish.public) await assertMayBePublic(tx, id)
    if (wish.public && before.hiddenAt) {
      throw new AppError('content_refused', 'This creation was hidden and cannot be public.')
    }
    return changeCreation(tx, before, {
      public: wish.public ?? before.public,
      shareInputs: wish.share_inputs ?? before.shareInputs,
    })
  })
  return viewCreation(ctx, row)
}

/** Makes creations private that a site without adult content shows no more; answers how many. */
export async function closeAdult(tx: TxCtx, most: number): Promise<number> {
  const files = await tx.db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.verdict, 'adult'), media.public))
    .limit(most)
  let closed = 0
  for (const { id } of files) {
    const [row] = await tx.db.select().from(creations).where(showsFile(id)).for('update')
    if (!row || !isShown(row)) continue
    await changeCreation(tx, row, { public: false })
    closed += 1
  }
  return closed
}

/** Whether the run that made the creation was paid. */
async function isPaid(tx: TxCtx, id: string): Promise<boolean> {
  const isRun = and(eq(jobs.creationId, id), isNotNull(jobs.paymentId))
  return (await tx.db.$count(jobs, isRun)) > 0
}

export async function deleteCreation(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true })
    if (before.proofUntil) {
      throw new AppError(
        'payment_state',
        'This is a proof. Keep it, or decline it: that deletes it.',
      )
    }
    await changeCreation(tx, before, { deletedAt: tx.clock.now() })
  })
}

export async function restoreCreation(ctx: Ctx, id: string): Promise<CreationView> {
  const row = await inTransaction(ctx, async (tx) => {
    const before = await getOwnDelivered(tx, id, { lock: true, deleted: true })
    const restorableSince = hoursAgo(tx, TOMBSTONE_PURGE_HOURS)
    // A declined proof is gone for good, and so is what was paid for twice.
    if (
      before.proofUntil ||
      before.takenBack ||
      !before.deletedAt ||
      before.deletedAt < restorableSince
    )
      throw creationNotFound()
    return changeCreation(tx, before, { deletedAt: null })
  })
  return viewCreation(ctx, row)
}

/** Deletes a delivered creation for good, with its file, also where its owner deleted it before. */
export async function takeBackCreation(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), isNotNull(creations.mediaId)))
    .for('update')
  if (!row || row.takenBack) return
  await changeCreation(tx, row, {
    deletedAt: row.deletedAt ?? tx.clock.now(),
    takenBack: true,
  })
  tx.afterCommit(() => tx.events.publish({ about: 'creation', id, seq: 0 }))
}
