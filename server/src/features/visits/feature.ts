import type { Feature } from '../../feature.ts'
import { analyticsCommands } from './cli.ts'
import { sweepEvents } from './collect-analytics.ts'
import { visitPorts } from './ports.ts'
import { analyticsRoutes } from './routes.ts'
import { watchRequests } from './watch-requests.ts'
import { sweepVisits } from './write-visits.ts'

export const visits: Feature = {
  name: 'visits',
  tasks: [sweepVisits, sweepEvents],
  mount: watchRequests,
  routes: analyticsRoutes,
  asks: Object.values(visitPorts),
  commands: analyticsCommands,
}
