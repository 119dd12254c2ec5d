import type { Feature } from '../../feature.ts'
import { caseAnswers } from './answers.ts'
import { caseCommands } from './cli.ts'
import { caseListeners } from './listeners.ts'
import { caseGauges } from './metrics.ts'
import { caseRoutes } from './routes.ts'
import { sweepTask } from './sweep-cases.ts'
import { takeBack } from './take-back.ts'

export const cases: Feature = {
  name: 'cases',
  routes: caseRoutes,
  tasks: [sweepTask, takeBack],
  listeners: { locks: 'cases', hears: caseListeners },
  answers: caseAnswers,
  commands: caseCommands,
  metrics: caseGauges,
}
