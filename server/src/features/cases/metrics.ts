import type { DatabaseMetric } from '../../platform/db/db.ts'

export const caseGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_cases_open',
    help: 'Cases of buyers that are not decided, by whose turn it is.',
    labels: ['turn'],
    query: `select turn, count(cases.id) as value
            from (values ('creator'), ('operator')) as turns (turn)
            left join cases on state in ('open', 'answered')
              and (operator_since is null) = (turn = 'creator')
            group by 1`,
  },
  {
    name: 'vignette_cases_oldest_waiting_seconds',
    help: 'How long the oldest case has waited for the operator.',
    labels: [],
    query: `select coalesce(extract(epoch from now() - min(operator_since)), 0) as value
            from cases where state in ('open', 'answered') and operator_since is not null`,
  },
]
