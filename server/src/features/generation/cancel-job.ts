import type { JobView } from '@vignette/contract/jobs.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { abandonJob } from './abandon-job.ts'
import { getOwnJob, plainJob } from './get-job.ts'
import { jobs } from './tables.ts'

/**
 * Ends the job at once: the worker's next write finds its lease gone, and the event makes the
 * worker kill its child within a second.
 */
export async function cancelJob(ctx: Ctx, id: string): Promise<JobView> {
  await getOwnJob(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(jobs).where(eq(jobs.id, id)).for('update')
    if (!row || row.finishedAt) {
      throw new AppError('job_finished', 'This job has already ended.')
    }
    return plainJob(await abandonJob(tx, row, { status: 'CANCELLED', by: 'owner' }))
  })
}
