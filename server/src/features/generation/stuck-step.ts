import { sql } from 'drizzle-orm'
import { jobs } from './tables.ts'

/** The step in which a run is, or in which it ended; null before the first step and after the last. */
export const stuckStep = sql<string | null>`case when ${jobs.status} = 'COMPLETED' then null else (
  select step.step_id from job_steps step
  where step.job_id = ${jobs.id} and step.state <> 'done' and step.started_at is not null
  order by step.started_at desc, step.position limit 1) end`
