import type { Feature } from '../../feature.ts'
import { sweepReports } from './sweep-reports.ts'

export const moderation: Feature = {
  name: 'moderation',
  tasks: [sweepReports],
}
