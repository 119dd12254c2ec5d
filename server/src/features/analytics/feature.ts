import type { Feature } from '../../feature.ts'
import { analyticsCommands } from './cli.ts'
import { analyticsRoutes } from './routes.ts'
import { sweepEvents } from './sweep-events.ts'

export const analytics: Feature = {
  name: 'analytics',
  routes: analyticsRoutes,
  tasks: [sweepEvents],
  commands: analyticsCommands,
}
