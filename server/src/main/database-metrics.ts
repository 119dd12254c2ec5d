/** What is asked of the database at each scrape; every process answers the same. */
export interface DatabaseMetric {
  name: string
  help: string
  labels: readonly string[]
  /** Rows of the labels' columns and a `value`; each is answered by an index, however long the history. */
  query: string
}

export const DATABASE_METRICS: readonly DatabaseMetric[] = [
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
    help: 'Running jobs whose worker stopped renewing its lease, and that no other has taken up yet.',
    labels: [],
    query: `select count(*) as value from jobs
            where status in ('QUEUED', 'RUNNING') and leased_until < now()`,
  },
  {
    name: 'vignette_provider_places',
    help: 'Steps at providers with limits: held by running ones, wanted by waiting ones.',
    labels: ['provider', 'place'],
    query: `select s.provider, s.place, count(*) as value
            from job_steps s join jobs j on j.id = s.job_id
            where s.place is not null and j.status in ('QUEUED', 'RUNNING') group by 1, 2`,
  },
  {
    name: 'vignette_queue_tasks',
    help: 'Tasks of each queue that are due or under way.',
    labels: ['queue', 'state'],
    query: `select name as queue, state::text as state, count(*) as value from pgboss.job
            where state < 'completed' and (state = 'active' or start_after <= now()) group by 1, 2`,
  },
  {
    name: 'vignette_payments_unsettled',
    help: 'Payments whose capture or release was asked for and has no outcome yet.',
    labels: ['state'],
    query: `select state, count(*) as value from payments
            where state in ('capture_requested', 'release_requested') group by 1`,
  },
  {
    name: 'vignette_payments_oldest_unsettled_seconds',
    help: 'How long the oldest of them has waited.',
    labels: [],
    query: `select coalesce(extract(epoch from now() - min(moved_at)), 0) as value from payments
            where state in ('capture_requested', 'release_requested')`,
  },
  {
    name: 'vignette_captures_refused',
    help: 'Delivered creations whose capture the gateway refuses while it holds the money.',
    labels: [],
    query: `select count(*) as value from payments
            where state = 'capture_requested' and failure is not null`,
  },
  {
    name: 'vignette_webhooks_waiting',
    help: 'Events of the payment gateway that were received and not processed yet.',
    labels: [],
    query: `select count(*) as value from webhook_events where processed_at is null`,
  },
  {
    name: 'vignette_webhook_lag_seconds',
    help: 'Age of the oldest event that was not processed yet.',
    labels: [],
    query: `select coalesce(extract(epoch from now() - min(received_at)), 0) as value
            from webhook_events where processed_at is null`,
  },
  {
    name: 'vignette_reconcile_differences',
    help: 'Differences that the last comparison with the gateway found and could not put right.',
    labels: [],
    query: `select jsonb_array_length(jsonb_path_query_array(differences, '$[*] ? (!exists(@.mended))')) as value
            from reconciliations order by id desc limit 1`,
  },
  {
    name: 'vignette_reconcile_age_seconds',
    help: 'Time since the last comparison with the gateway; absent before the first.',
    labels: [],
    query: `select extract(epoch from now() - finished_at) as value
            from reconciliations order by id desc limit 1`,
  },
]
