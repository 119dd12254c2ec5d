import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { findSlotLimits } from './find-slot-limits.ts'
import { databaseNow, hasSlotAt, takenSlots, unfinished } from './queries.ts'
import { jobSteps, jobs } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

const WAKE_AT_ONCE = 8

/** After the commit, wakes the jobs that may take the slots that became free. */
export function wakeNextInLine(tx: TxCtx, provider: string): void {
  const atOnce = findSlotLimits(tx, provider)?.atOnce
  if (atOnce !== undefined) tx.afterCommit((ctx) => wakeForSlots(ctx, provider, atOnce))
}

async function wakeForSlots(ctx: Ctx, provider: string, atOnce: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [slots] = await tx.db
      .select({ taken: takenSlots() })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(hasSlotAt(provider), unfinished))
    const free = Math.min(WAKE_AT_ONCE, atOnce - (slots?.taken ?? 0))
    if (free <= 0) return
    const next = await tx.db
      .select({ jobId: jobs.id, stepId: jobSteps.stepId })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(hasSlotAt(provider), unfinished, eq(jobSteps.slot, 'wanted')))
      .orderBy(jobs.turn, jobs.id)
      .limit(free)
      // Two simultaneous releases wake different jobs; a locked job polls again by itself.
      .for('update', { of: jobs, skipLocked: true })
    for (const { jobId, stepId } of next) {
      await tx.db
        .update(jobSteps)
        .set({ checkAt: databaseNow })
        .where(and(eq(jobSteps.jobId, jobId), eq(jobSteps.stepId, stepId)))
      await tx.db.update(jobs).set({ wakeAt: databaseNow }).where(eq(jobs.id, jobId))
    }
    if (next.length > 0) wakeWorkers(tx)
  })
}
