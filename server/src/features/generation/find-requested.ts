import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type JobRow, jobs } from './tables.ts'

/** Finds the job of a repeated request, whose first server died before its answer. */
export async function findRequested(ctx: Ctx, ownerId: string): Promise<JobRow | undefined> {
  const { requestKey } = ctx
  if (requestKey === undefined) return undefined
  const [job] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.requestKey, requestKey), eq(jobs.ownerId, ownerId)))
  return job
}
