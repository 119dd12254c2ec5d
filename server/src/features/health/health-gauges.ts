import type { DatabaseMetric } from '../../platform/db/database-metric.ts'

export const healthGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_workflows_failing',
    help: 'Workflows that start no new run, because their last runs failed.',
    labels: [],
    query: `select count(*) as value from workflows where failing_at is not null and deleted_at is null`,
  },
]
