import type { Feature } from '../../feature.ts'
import { checkHealth } from './check-health.ts'
import { healthGauges } from './health-gauges.ts'
import { healthListeners } from './listeners.ts'
import { healthRoutes } from './routes.ts'
import { sweepHealth } from './sweep-health.ts'

/** Whether workflows deliver: ends new runs of one that fails, and allows them once one works again. */
export const health: Feature = {
  name: 'health',
  routes: healthRoutes,
  tasks: [checkHealth, sweepHealth],
  metrics: healthGauges,
  listeners: { locks: 'workflows', hears: healthListeners },
}
