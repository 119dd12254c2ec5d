import type { DatabaseMetric } from '../../platform/db/db.ts'

export const payoutGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_payouts_refused',
    help: 'Creators whose last payout the vendor or their bank refused or sent back.',
    labels: [],
    query: `select count(*) as value from (
              select distinct on (principal_id, book) state from payouts
              order by principal_id, book, id desc
            ) last where state in ('failed', 'returned')`,
  },
]
