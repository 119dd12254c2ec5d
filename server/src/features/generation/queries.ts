import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import { and, eq, isNotNull, type Placeholder, sql } from 'drizzle-orm'
import { type JobLease } from './job-lease.ts'
import { LEASE_SECONDS } from './rules.ts'
import { jobSteps, jobs } from './tables.ts'

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** By the database's clock, as for leases: a jump of this machine's clock must not end a run. */
export const deadline = sql`clock_timestamp() + make_interval(secs => ${JOB_LIMIT_MS / 1000})`

/** An SQL condition, written literally as in the partial indexes. */
export const unfinished = sql`${jobs.status} in ('QUEUED', 'RUNNING')`

/** A condition: the job under this very lease. */
export function leasedBy(job: JobLease | Record<keyof JobLease, Placeholder>) {
  return and(eq(jobs.id, job.id), eq(jobs.attempt, job.attempt), eq(jobs.status, 'RUNNING'))
}

export const databaseNow = sql`clock_timestamp()`

/** A sum: the slots that steps under way hold. */
export function takenSlots() {
  return sql<number>`count(*) filter (where ${jobSteps.slot} = 'taken' and ${jobSteps.state} in ('running', 'waiting'))::int`
}

/** A condition: steps that hold a slot at the provider, or wait for one. */
export function hasSlotAt(provider: string) {
  return and(eq(jobSteps.provider, provider), isNotNull(jobSteps.slot))
}
