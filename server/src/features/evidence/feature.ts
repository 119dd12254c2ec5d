import type { Ctx } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { bindRun } from '../../platform/queue/define-task.ts'
import { disputeAnswers } from './answers.ts'
import { disputeCommands } from './cli.ts'
import { performEvidence } from './perform-evidence.ts'
import { evidenceTask } from './request-evidence.ts'
import { disputeRoutes } from './routes.ts'
import { sweepTask } from './sweep-disputes.ts'

export const evidence: Feature = {
  name: 'evidence',
  routes: disputeRoutes,
  tasks: [
    bindRun(evidenceTask, (ctx: Ctx, { disputeId }) => performEvidence(ctx, disputeId)),
    sweepTask,
  ],
  answers: disputeAnswers,
  commands: disputeCommands,
}
