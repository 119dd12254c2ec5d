import type { Feature } from '../../feature.ts'
import { nameWorkflows } from './address.ts'
import { workflowAnswers } from './answers.ts'
import { workflowCommands } from './cli.ts'
import { sumListed } from './list-workflows.ts'
import { workflowListeners } from './listeners.ts'
import { lookUpModels } from './look-up-models.ts'
import { workflowPorts } from './ports.ts'
import { listWaiting } from './publishing-limits.ts'
import { workflowRoutes } from './routes.ts'
import { sweepSearches } from './searches.ts'
import { sweepTakenDown } from './workflow-state.ts'

export const workflows: Feature = {
  name: 'workflows',
  routes: workflowRoutes,
  tasks: [listWaiting, lookUpModels, nameWorkflows, sumListed, sweepSearches, sweepTakenDown],
  listeners: { locks: 'workflows', hears: workflowListeners },
  asks: Object.values(workflowPorts),
  answers: workflowAnswers,
  commands: workflowCommands,
}
