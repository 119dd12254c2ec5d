import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { and, inArray, lt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { creationFiles, creations } from '../../schema/creations.ts'
import { releaseMedia } from '../media/index.ts'
import { closeAdult } from './change-creation.ts'
import { creationEvents } from './events.ts'

const BATCH = 200

export const sweepCreations = defineTask({
  name: 'creations.sweep',
  retryLimit: 2,
  cron: '*/15 * * * *',
  run: runSweepCreations,
})

/** Deletes the inputs of creations that can no longer be restored; the rows stay. */
async function runSweepCreations(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, TOMBSTONE_PURGE_HOURS)
  for (;;) {
    const forgotten = await inTransaction(ctx, (tx) => forgetSome(tx, before))
    if (forgotten < BATCH) return
  }
}

export const sweepAdult = defineTask({
  name: 'creations.close-adult',
  retryLimit: 2,
  cron: '* * * * *',
  run: runSweepAdult,
})

/** After a site has gone back to the general policy. */
export async function runSweepAdult(ctx: Ctx): Promise<void> {
  if (ctx.config.CONTENT_POLICY === 'adult') return
  for (;;) {
    const closed = await inTransaction(ctx, (tx) => closeAdult(tx, BATCH))
    if (closed === 0) return
  }
}

async function forgetSome(tx: TxCtx, before: Date): Promise<number> {
  const due = await tx.db
    .select({ id: creations.id })
    .from(creations)
    .where(and(lt(creations.deletedAt, before), sql`${creations.inputs} <> '{}'::jsonb`))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const creationIds = due.map((row) => row.id)
  if (creationIds.length === 0) return 0
  await tx.db
    .update(creations)
    .set({ inputs: sql`'{}'::jsonb` })
    .where(inArray(creations.id, creationIds))
  const files = await tx.db
    .delete(creationFiles)
    .where(inArray(creationFiles.creationId, creationIds))
    .returning({ mediaId: creationFiles.mediaId })
  await creationEvents.forgotten.emit(tx, { creationIds })
  await releaseMedia(
    tx,
    files.map((file) => file.mediaId),
  )
  return creationIds.length
}
