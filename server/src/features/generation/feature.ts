import type { Feature } from '../../feature.ts'
import { cancelOperation, notifyOfFault } from './abandon-job.ts'
import { generationAnswers } from './answers.ts'
import { generationListeners } from './listeners.ts'
import { generationMetrics, jobGauges } from './metrics.ts'
import { recountLastRunsTask } from './recount-last-runs.ts'
import { generationRoutes } from './routes.ts'
import { startJobWorker } from './start-job-worker.ts'
import { sweepTests } from './sweep-tests.ts'

export const generation: Feature = {
  name: 'generation',
  routes: ({ draining }) => generationRoutes(draining),
  tasks: [cancelOperation, sweepTests, recountLastRunsTask, notifyOfFault],
  startRunner: startJobWorker,
  listeners: { locks: 'jobs', hears: generationListeners },
  answers: generationAnswers,
  metrics: [...generationMetrics, ...jobGauges],
}
