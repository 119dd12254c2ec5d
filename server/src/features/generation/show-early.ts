import { eq, sql } from 'drizzle-orm'
import { discardMedia, prepareMedia, recordMedia } from '../media/index.ts'
import { announceJob } from './announce-job.ts'
import { checkOutput } from './check-output.ts'
import { LostJob } from './job-lease.ts'
import type { StepRun } from './step-run.ts'
import { isRefusal } from './store-product.ts'
import { isRemix, jobs } from './tables.ts'
import { whileLeased } from './while-leased.ts'

/** Only a free run shows its picture before its end; a test shows each product anyway. */
export function wantsEarly({ job, isOutput }: Pick<StepRun, 'job' | 'isOutput'>): boolean {
  // The catalogue's own samples are charged no seconds, and no visitor watches them.
  const isWatched = isRemix(job) && !job.paymentId && !job.test && job.freeSeconds > 0
  return isOutput && isWatched && !job.earlyMediaId
}

/** Shows the job's owner a small picture while the large file is drawn; a failure costs the sight alone. */
export async function showEarly(run: StepRun, bytes: Buffer): Promise<void> {
  const { ctx, job, step, signal } = run
  try {
    const { sourceType } = ctx.providers.get(step.provider)
    const file = { kind: 'image', origin: 'generated', bytes, sourceType, signal } as const
    const prepared = await prepareMedia(ctx, file)
    try {
      const { decision } = await checkOutput(ctx, prepared, signal)
      if (decision !== 'allow') return await discardMedia(ctx, prepared)
      await whileLeased(ctx, job, async (tx, { ownerId }) => {
        await recordMedia(tx, prepared, ownerId)
        const [row] = await tx.db
          .update(jobs)
          .set({ earlyMediaId: prepared.id, seq: sql`${jobs.seq} + 1` })
          .where(eq(jobs.id, job.id))
          .returning()
        if (row) announceJob(tx, row)
      })
    } catch (error) {
      // After another error the row may have been written; if not, a sweep deletes the file.
      if (error instanceof LostJob || isRefusal(error)) await discardMedia(ctx, prepared)
      throw error
    }
  } catch (error) {
    if (error instanceof LostJob || signal.aborted) return
    ctx.log.warn({ err: error, jobId: job.id }, 'an early picture was not shown')
  }
}
