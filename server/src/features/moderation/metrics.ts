import type { DatabaseMetric } from '../../platform/db/db.ts'

const open = (what: string) => `select count(distinct (subject_type, subject_id)) as value
            from reports where status = 'open' and ${what}`

export const reportGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_reports_open',
    help: 'Things that people or the classifier reported and no admin has decided about.',
    labels: [],
    query: open(`reason <> 'objection'`),
  },
  {
    name: 'vignette_objections_open',
    help: 'Recipes whose creators object to their hiding and wait for an admin.',
    labels: [],
    query: open(`reason = 'objection'`),
  },
]
