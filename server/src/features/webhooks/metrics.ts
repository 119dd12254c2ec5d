import { Counter } from 'prom-client'
import type { DatabaseMetric } from '../../platform/db/db.ts'

const attempts = new Counter({
  name: 'vignette_webhook_attempts_total',
  help: 'Attempts of this process to deliver to accounts’ own addresses, by outcome.',
  labelNames: ['outcome'],
  registers: [],
})

export const webhookMetrics = [attempts]

export function countAttempt(outcome: 'delivered' | 'again' | 'failed'): void {
  attempts.inc({ outcome })
}

export const webhookGauges: readonly DatabaseMetric[] = [
  {
    name: 'vignette_webhook_deliveries_late',
    help: 'Deliveries to addresses that take them, and that have waited for more than a minute.',
    labels: [],
    query: `select count(*) as value from webhook_deliveries d
            join webhook_endpoints e on e.id = d.endpoint_id
            where d.state = 'waiting' and e.state = 'on' and e.failures = 0
              and d.created_at < now() - interval '1 minute'`,
  },
]
