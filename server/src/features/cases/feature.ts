import type { Ctx } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { bindRun } from '../../platform/queue/define-task.ts'
import { caseAnswers, disputeAnswers } from './answers.ts'
import { caseCommands } from './cli.ts'
import { disputeRoutes } from './evidence-routes.ts'
import { caseListeners } from './listeners.ts'
import { caseGauges } from './metrics.ts'
import { performEvidence } from './perform-evidence.ts'
import { evidenceTask } from './request-evidence.ts'
import { caseRoutes } from './routes.ts'
import { sweepCasesTask } from './sweep-cases.ts'
import { sweepDisputesTask } from './sweep-disputes.ts'
import { takeBack } from './take-back.ts'

export const cases: Feature = {
  name: 'cases',
  routes: [...caseRoutes, ...disputeRoutes],
  tasks: [
    sweepCasesTask,
    takeBack,
    bindRun(evidenceTask, (ctx: Ctx, { disputeId }) => performEvidence(ctx, disputeId)),
    sweepDisputesTask,
  ],
  listeners: { locks: 'cases', hears: caseListeners },
  answers: [...caseAnswers, ...disputeAnswers],
  commands: caseCommands,
  metrics: caseGauges,
}
