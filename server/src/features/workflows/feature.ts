import type { Feature } from '../../feature.ts'
import { workflowCommands } from './cli.ts'
import { listWaiting } from './list-waiting.ts'
import { workflowRoutes } from './routes.ts'

export const workflows: Feature = {
  name: 'workflows',
  routes: ({ ctx }) => workflowRoutes(ctx),
  tasks: [listWaiting],
  commands: workflowCommands,
}
