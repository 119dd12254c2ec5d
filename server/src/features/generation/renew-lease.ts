import { type Ctx } from '../../ctx.ts'
import { type JobLease, LostJob } from './job-lease.ts'
import { leasedBy, leaseEnd } from './queries.ts'
import { jobs } from './tables.ts'

export async function renewLease(ctx: Ctx, job: JobLease): Promise<void> {
  const renewed = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd })
    .where(leasedBy(job))
    .returning({ id: jobs.id })
  if (renewed.length === 0) throw new LostJob()
}
