import type { Feature } from '../../feature.ts'
import { moderationAnswers } from './answers.ts'
import { reportGauges } from './metrics.ts'
import { moderatedSubjects } from './ports.ts'
import { sweepReports } from './report.ts'
import { moderationRoutes } from './routes.ts'

export const moderation: Feature = {
  name: 'moderation',
  routes: moderationRoutes,
  tasks: [sweepReports],
  asks: Object.values(moderatedSubjects).flatMap((ports) => Object.values(ports)),
  answers: moderationAnswers,
  metrics: reportGauges,
}
