import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { releaseMedia } from '../media/index.ts'
import { workflows } from './tables.ts'

const BATCH = 200

export const sweepTakenDown = defineTask({
  name: 'workflows.sweep-taken-down',
  retryLimit: 2,
  cron: '40 3 * * *',
  run: runSweepTakenDown,
})

/** Gives the samples free of workflows that can no longer come back; rows and versions stay for their sales. */
async function runSweepTakenDown(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, RESTORABLE_DAYS * 24)
  for (;;) {
    const swept = await inTransaction(ctx, (tx) => sweepSome(tx, before))
    if (swept < BATCH) return
  }
}

async function sweepSome(tx: TxCtx, before: Date): Promise<number> {
  const due = await tx.db
    .select({ id: workflows.id, mediaId: workflows.sampleMediaId })
    .from(workflows)
    .where(and(lt(workflows.deletedAt, before), isNotNull(workflows.sampleMediaId)))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  const ids = due.map((row) => row.id)
  await tx.db.update(workflows).set({ sampleMediaId: null }).where(inArray(workflows.id, ids))
  await releaseMedia(
    tx,
    due.flatMap(({ mediaId }) => mediaId ?? []),
  )
  return due.length
}
