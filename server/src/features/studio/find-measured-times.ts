import type { MeasuredTime } from '@vignette/contract/own-workflows.ts'
import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../generation/index.ts'
import { workflows } from '../workflows/index.ts'
import { describeMeasured, NEWEST_RUNS } from './rules.ts'

/**
 * What delivered runs of the live versions took, where that is to be told. The creator's own runs
 * and tests are left out.
 */
export async function findMeasuredTimes(
  ctx: Pick<Ctx, 'db'>,
  workflowIds: readonly string[],
): Promise<Map<string, MeasuredTime>> {
  if (workflowIds.length === 0) return new Map()
  const newest = sql`lateral (
    select extract(epoch from ${jobs.finishedAt} - ${jobs.startedAt}) * 1000 as took
    from ${jobs}
    where ${jobs.workflowId} = ${workflows.id} and ${jobs.workflowVersion} = ${workflows.version}
      and ${jobs.createdAt} >= (select created_at from workflow_versions
        where workflow_id = ${workflows.id} and version = ${workflows.version})
      and ${jobs.status} = 'COMPLETED' and not ${jobs.test} and ${jobs.ownerId} <> ${workflows.ownerId}
      and ${jobs.startedAt} is not null
    order by ${jobs.createdAt} desc
    limit ${NEWEST_RUNS}) newest`
  const rows = await ctx.db
    .select({
      id: workflows.id,
      declaredMs: workflows.generationTimeMs,
      runs: sql<number>`count(*)::int`,
      medianMs: sql<number>`(percentile_cont(0.5) within group (order by newest.took))::float8`,
    })
    .from(workflows)
    .innerJoin(newest, sql`true`)
    .where(inArray(workflows.id, [...workflowIds]))
    .groupBy(workflows.id)
  return new Map(
    rows.flatMap(({ id, ...measured }) => {
      const told = describeMeasured(measured)
      return told ? [[id, told] as const] : []
    }),
  )
}
