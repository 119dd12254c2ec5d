import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwnJob } from './get-job.ts'
import { isRemix, type JobRow } from './tables.ts'

/** A test of another creator is answered as not found. */
export async function getOwnTest(ctx: Ctx, id: string): Promise<JobRow> {
  const job = await getOwnJob(ctx, id)
  if (isRemix(job)) throw new AppError('not_found', 'There is no such test.')
  return job
}
