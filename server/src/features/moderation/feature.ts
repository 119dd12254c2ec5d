import type { Feature } from '../../feature.ts'
import { moderationRoutes } from './routes.ts'
import { sweepReports } from './sweep-reports.ts'

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  tasks: [sweepReports],
}
