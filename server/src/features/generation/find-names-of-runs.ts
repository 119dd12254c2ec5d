import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { workflowVersions } from '../workflows/index.ts'
import { jobs } from './tables.ts'

/** The names of the versions that these jobs ran; a version keeps its name. */
export async function findNamesOfRuns(
  ctx: Pick<Ctx, 'db'>,
  jobIds: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select({ id: jobs.id, name: sql<string>`${workflowVersions.recipe} ->> 'name'` })
    .from(jobs)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, jobs.workflowId),
        eq(workflowVersions.version, jobs.workflowVersion),
      ),
    )
    .where(sql`${jobs.id} = any(${sql.param(jobIds)}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
