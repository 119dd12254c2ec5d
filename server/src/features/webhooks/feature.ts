import type { Feature } from '../../feature.ts'
import { webhookListeners } from './listeners.ts'
import { webhookGauges, webhookMetrics } from './metrics.ts'
import { webhookRoutes } from './routes.ts'
import { sendWebhooks, sweepWebhooks } from './send-webhooks.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  routes: webhookRoutes,
  tasks: [sendWebhooks, sweepWebhooks],
  listeners: { locks: 'webhooks', hears: webhookListeners },
  metrics: [...webhookMetrics, ...webhookGauges],
}
