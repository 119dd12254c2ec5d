import { sql } from 'drizzle-orm'
import { jobs } from './tables.ts'

/**
 * The id of the step that a run is in, or at which it failed; null before the first step and for a
 * delivered run.
 */
export const stuckStep = sql<string | null>`case when ${jobs.status} = 'COMPLETED' then null else (
  select step.step_id from job_steps step
  where step.job_id = ${jobs.id} and step.state <> 'done' and step.started_at is not null
  order by step.started_at desc, step.position limit 1) end`
