import { Counter, Histogram } from 'prom-client'
import type { DatabaseMetric } from '../../platform/db/db.ts'
import type { JobRow } from '../../schema/generation.ts'

/** Counted where a job ends: mostly in the worker, in the web process for a cancellation. */
const ended = new Counter({
  name: 'vignette_jobs_ended_total',
  help: 'Jobs that ended in this process, by status and by the code of their failure.',
  labelNames: ['status', 'code'],
  registers: [],
})

const seconds = new Histogram({
  name: 'vignette_job_seconds',
  help: 'From the request to the end of a job, waiting included, by status.',
  labelNames: ['status'],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
  registers: [],
})

export const generationMetrics = [ended, seconds]

export function countEnded({ status, errorCode, createdAt, finishedAt }: JobRow): void {
  ended.inc({ status, code: errorCode ?? '' })
  const tookMs = (finishedAt?.getTime() ?? 0) - createdAt.getTime()
  // The clocks of two machines may differ by more than the job's duration.
  seconds.observe({ status }, Math.max(0, tookMs) / 1000)
}

export const jobGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_jobs',
    help: 'Unfinished jobs by status.',
    labels: ['status'],
    query: `select name as status, (select count(*) from jobs where jobs.status = name) as value
            from unnest(array['QUEUED', 'RUNNING']) name`,
  },
  {
    name: 'vignette_jobs_oldest_waiting_seconds',
    help: 'Age of the oldest job that no worker has begun.',
    labels: [],
    query: `select coalesce(extract(epoch from now() - min(created_at)), 0) as value
            from jobs where status = 'QUEUED'`,
  },
  {
    name: 'vignette_jobs_abandoned',
    help: 'Running jobs whose worker stopped renewing its lease, and that no other worker has leased yet.',
    labels: [],
    query: `select count(*) as value from jobs
            where status in ('QUEUED', 'RUNNING') and leased_until < now()`,
  },
  {
    name: 'vignette_provider_slots',
    help: 'Slots at providers with limits: taken by running steps, wanted by waiting steps.',
    labels: ['provider', 'slot'],
    query: `select s.provider, s.slot, count(*) as value
            from job_steps s join jobs j on j.id = s.job_id
            where s.slot is not null and j.status in ('QUEUED', 'RUNNING') group by 1, 2`,
  },
]
