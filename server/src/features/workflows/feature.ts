import type { Feature } from '../../feature.ts'
import { workflowAnswers } from './answers.ts'
import { workflowCommands } from './cli.ts'
import { listWaiting } from './list-waiting.ts'
import { workflowListeners } from './listeners.ts'
import { lookUpModels } from './look-up-models.ts'
import { workflowPorts } from './ports.ts'
import { workflowRoutes } from './routes.ts'
import { sumListed } from './sum-listed.ts'
import { sweepSearches } from './sweep-searches.ts'
import { sweepTakenDown } from './sweep-taken-down.ts'

export const workflows: Feature = {
  name: 'workflows',
  routes: workflowRoutes,
  tasks: [listWaiting, lookUpModels, sumListed, sweepSearches, sweepTakenDown],
  listeners: { locks: 'workflows', hears: workflowListeners },
  asks: Object.values(workflowPorts),
  answers: workflowAnswers,
  commands: workflowCommands,
}
