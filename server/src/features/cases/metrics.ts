import type { DatabaseMetric } from '../../platform/db/database-metric.ts'

export const caseGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_cases_undecided',
    help: 'Cases of buyers that are not decided, by whose turn it is.',
    labels: ['turn'],
    query: `select case when operator_since is null then 'creator' else 'operator' end as turn,
              count(*) as value
            from cases where state in ('open', 'answered') group by 1`,
  },
  {
    name: 'vignette_cases_oldest_waiting_seconds',
    help: 'How long the oldest case has waited for the operator.',
    labels: [],
    query: `select coalesce(extract(epoch from now() - min(operator_since)), 0) as value
            from cases where state in ('open', 'answered') and operator_since is not null`,
  },
]
