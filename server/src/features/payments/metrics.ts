import type { DatabaseMetric } from '../../platform/db/db.ts'

export const paymentGauges: readonly DatabaseMetric[] = [
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
    name: 'vignette_payments_tax_unknown',
    help: 'Payments authorised in the last day whose tax the gateway was to compute and did not.',
    labels: [],
    query: `select count(*) as value from payment_events
            where at > now() - interval '1 day' and name = 'payment.authorized'
            and detail ->> 'tax' = 'unknown'`,
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
