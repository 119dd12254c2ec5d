import { generationSeconds } from '@vignette/contract/generation-time.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isRemix, type JobRow, jobs, unfinished } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { getCreation } from '../creations/index.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { keepLetterAddress } from '../notices/index.ts'
import { filesIn } from '../workflows/index.ts'
import { abandonJob } from './abandon-job.ts'
import { drawingOf } from './step.ts'
import { nameFiles } from './view-test.ts'

/** A job of another owner is answered as not found. */
export async function getOwnJob(ctx: Ctx, id: string): Promise<JobRow> {
  const owner = requireVisitor(ctx)
  const [row] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.ownerId, owner.id)))
  if (!row) throw new AppError('not_found', 'There is no such job.')
  return row
}

export async function getJob(ctx: Ctx, id: string): Promise<JobView> {
  return viewJob(ctx, await getOwnJob(ctx, id))
}

export async function viewJob(ctx: Ctx, row: JobRow): Promise<JobView> {
  const [result, early] = await Promise.all([
    row.status === 'COMPLETED' ? resultOf(ctx, row) : null,
    row.finishedAt ? null : earlyOf(ctx, row),
  ])
  return { ...plainJob(row), result, early }
}

async function resultOf(ctx: Ctx, row: JobRow): Promise<JobView['result']> {
  if (!isRemix(row)) return null
  try {
    return await getCreation(ctx, row.creationId, { drawing: drawingOf(row) })
  } catch (error) {
    // The owner may have deleted the creation since.
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

async function earlyOf(ctx: Ctx, { earlyMediaId }: JobRow): Promise<JobView['early']> {
  if (!earlyMediaId) return null
  const { url, width, height } = (await viewMediaOf(ctx, [earlyMediaId])).get(earlyMediaId) ?? {}
  return url && width && height ? { url, width, height } : null
}

function plainJob(row: JobRow): JobView {
  return {
    id: row.id,
    job_id: row.id,
    status: row.status,
    result: null,
    early: null,
    drawing: drawingOf(row),
    error:
      row.status === 'FAILED'
        ? { code: row.errorCode ?? 'failed', message: row.errorMessage ?? 'Job failed' }
        : null,
    progress: {
      step: row.progressStep,
      steps: row.progressSteps,
      label: row.inLine ? inLineLabel(row) : row.progressLabel,
      percent: row.progressPercent,
    },
    generation_time: generationSeconds(row.generationTimeMs),
    created_at: row.createdAt.toISOString(),
    seq: row.seq,
  }
}

function inLineLabel({ network }: JobRow): string {
  return network === null
    ? 'Waiting for your other creations'
    : 'Waiting for other creations from your network'
}

export interface Accepted {
  job_id: string
  status: string
  generation_time: number
}

export function viewAccepted(job: JobRow): Accepted {
  return {
    job_id: job.id,
    status: job.status,
    generation_time: generationSeconds(job.generationTimeMs),
  }
}

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
          // A batch has a page of its own.
          isNull(jobs.batchId),
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
    rows.flatMap(({ job }) => Object.values(job.inputs).flatMap(filesIn)),
  )
  return {
    jobs: rows.map(({ job, name }) => ({
      ...plainJob(job),
      result: job.status === 'COMPLETED' && job.creationId ? { id: job.creationId } : null,
      workflow_id: job.workflowId ?? '',
      workflow_name: name,
      user_inputs: nameFiles(job.inputs, media),
    })),
    next_cursor,
  }
}

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

/** A visitor leaves an address for the letters about one run and its payment. */
export async function leaveAddress(
  ctx: Ctx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (ctx.config.mail === 'none') {
    throw new AppError('unavailable', 'No mail goes out from this site.')
  }
  await inTransaction(ctx, async (tx) => {
    const { owner, acting } = await lockCaller(tx)
    const job = await getOwnJob(acting, id)
    const subjectIds = [job.creationId, job.paymentId].filter((subject) => subject !== null)
    await keepLetterAddress(tx, { owner, subjectIds, address: email })
  })
}
