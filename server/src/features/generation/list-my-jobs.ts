import { and, desc, eq, gt, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflows } from '../workflows/index.ts'
import { plainJob } from './get-job.ts'
import { unfinished } from './job-lease.ts'
import { jobs } from './tables.ts'

const RECENT_MS = 60 * 60_000
const MOST = 20

/** Unfinished jobs and those that ended within the hour, newest first. */
export async function listMyJobs(ctx: Ctx, workflowId: string | undefined) {
  const owner = ctx.caller.principal
  if (!owner) return { jobs: [] }
  const since = new Date(ctx.clock.now().getTime() - RECENT_MS)
  const rows = await ctx.db
    .select({ job: jobs, name: workflows.name })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .where(
      and(
        eq(jobs.ownerId, owner.id),
        or(unfinished, gt(jobs.finishedAt, since)),
        ...(workflowId ? [eq(jobs.workflowId, workflowId)] : []),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(MOST)
  return {
    jobs: rows.map(({ job, name }) => ({
      ...plainJob(job),
      result: job.status === 'COMPLETED' ? { id: job.creationId } : null,
      workflow_id: job.workflowId,
      workflow_name: name,
      user_inputs: job.inputs,
    })),
  }
}
