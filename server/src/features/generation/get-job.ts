import { generationSeconds } from '@vignette/contract/generation-time.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getCreation } from '../creations/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { isRemix, type JobRow, jobs } from './tables.ts'

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

async function resultOf(ctx: Ctx, row: JobRow): Promise<Record<string, unknown> | null> {
  if (!isRemix(row)) return null
  try {
    return await getCreation(ctx, row.creationId, { jobId: row.id })
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

export function plainJob(row: JobRow): JobView {
  return {
    id: row.id,
    job_id: row.id,
    status: row.status,
    result: null,
    early: null,
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
