import type { Feature } from '../../feature.ts'
import { generationAnswers } from './answers.ts'
import { cancelOperation } from './cancel-operation.ts'
import { generationCommands } from './cli.ts'
import { jobGauges } from './job-gauges.ts'
import { generationListeners } from './listeners.ts'
import { generationMetrics } from './metrics.ts'
import { recountLastRunsTask } from './recount-last-runs.ts'
import { generationRoutes } from './routes.ts'
import { startJobWorker } from './start-job-worker.ts'
import { sweepTests } from './sweep-tests.ts'
import { tellFault } from './tell-fault.ts'

export const generation: Feature = {
  name: 'generation',
  routes: ({ draining }) => generationRoutes(draining),
  tasks: [cancelOperation, sweepTests, recountLastRunsTask, tellFault],
  startRunner: startJobWorker,
  listeners: { locks: 'jobs', hears: generationListeners },
  answers: generationAnswers,
  commands: generationCommands,
  metrics: [...generationMetrics, ...jobGauges],
}
