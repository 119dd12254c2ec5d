import type { DatabaseMetric } from '../../platform/db/database-metric.ts'

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
