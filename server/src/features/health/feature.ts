import type { Feature } from '../../feature.ts'
import { checkHealth } from './check-health.ts'
import { healthListeners } from './listeners.ts'
import { healthGauges } from './pause.ts'
import { healthRoutes } from './routes.ts'
import { sweepHealth } from './sweep-health.ts'

/** Ends new runs of workflows whose runs fail, and allows new runs once one delivers. */
export const health: Feature = {
  name: 'health',
  routes: healthRoutes,
  tasks: [checkHealth, sweepHealth],
  metrics: healthGauges,
  listeners: { locks: 'workflows', hears: healthListeners },
}
