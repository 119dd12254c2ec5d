import { type Ctx } from '../../ctx.ts'
import { type JobLease, LostJob } from './job-lease.ts'
import { leasedBy } from './queries.ts'
import { jobs } from './tables.ts'

/** Throws LostJob where the job has ended or another worker has leased the job. */
export async function checkLease(ctx: Ctx, job: JobLease): Promise<void> {
  const [leased] = await ctx.db.select({ id: jobs.id }).from(jobs).where(leasedBy(job))
  if (!leased) throw new LostJob()
}
