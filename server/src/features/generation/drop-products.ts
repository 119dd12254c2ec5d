import { and, eq, isNotNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { type JobRow, jobSteps } from './tables.ts'

/** Deletes the files that an ended job's steps made, except the delivered file. */
export async function dropProducts(
  tx: TxCtx,
  job: Pick<JobRow, 'id'>,
  delivered?: string,
): Promise<void> {
  const rows = await tx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(eq(jobSteps.jobId, job.id), isNotNull(jobSteps.mediaId)))
  for (const { mediaId } of rows) {
    if (mediaId && mediaId !== delivered) await setMediaDeleted(tx, mediaId, true)
  }
}
