import type { Feature } from '../../feature.ts'
import { analyticsCommands } from './cli.ts'
import { sweepEvents } from './collect-analytics.ts'
import { analyticsRoutes } from './routes.ts'

export const analytics: Feature = {
  name: 'analytics',
  routes: analyticsRoutes,
  tasks: [sweepEvents],
  commands: analyticsCommands,
}
