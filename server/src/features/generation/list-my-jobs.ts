import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { viewMediaOf } from '../media/index.ts'
import { workflows } from '../workflows/index.ts'
import { plainJob } from './get-job.ts'
import { unfinished } from './queries.ts'
import { jobs } from './tables.ts'
import { fileIn, nameFiles } from './view-test.ts'

const RECENT_MS = 60 * 60_000
const MOST = 20

/** The caller's unfinished remixes and those that ended within the last hour, newest first. */
export async function listMyJobs(
  ctx: Ctx,
  want: { workflow_id?: string | undefined; cursor?: string | undefined },
) {
  const { workflow_id: workflowId, cursor } = want
  const owner = ctx.caller.principal
  if (!owner) return { jobs: [], next_cursor: null }
  const since = new Date(ctx.clock.now().getTime() - RECENT_MS)
  const list = {
    name: ['own jobs', workflowId],
    columns: [jobs.createdAt, jobs.id],
    descending: true,
  }
  const page = { limit: MOST, offset: 0, cursor }
  const { rows, next_cursor } = await readPage(ctx.config, list, page, (at) =>
    ctx.db
      .select({ job: jobs, name: workflows.name, key: at.key })
      .from(jobs)
      .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
      .where(
        and(
          eq(jobs.ownerId, owner.id),
          isNull(jobs.documentHash),
          or(unfinished, gt(jobs.finishedAt, since)),
          ...(workflowId ? [eq(jobs.workflowId, workflowId)] : []),
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const media = await viewMediaOf(
    ctx,
    rows.flatMap(({ job }) => Object.values(job.inputs).map(fileIn)),
  )
  return {
    jobs: rows.map(({ job, name }) => ({
      ...plainJob(job),
      result: job.status === 'COMPLETED' ? { id: job.creationId } : null,
      workflow_id: job.workflowId ?? '',
      workflow_name: name,
      user_inputs: nameFiles(job.inputs, media),
    })),
    next_cursor,
  }
}
