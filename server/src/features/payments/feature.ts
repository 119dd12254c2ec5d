import type { Feature } from '../../feature.ts'
import { paymentAnswers } from './answers.ts'
import { paymentCommands } from './cli.ts'
import { forgetInputs } from './forget-inputs.ts'
import { paymentListeners } from './listeners.ts'
import { paymentGauges } from './payment-gauges.ts'
import { captureTask } from './perform-capture.ts'
import { refundTask } from './perform-refund.ts'
import { releaseTask } from './perform-release.ts'
import { eventTask } from './process-event.ts'
import { reconcileAllTask, reconcileTask } from './reconcile.ts'
import { paymentRoutes } from './routes.ts'
import { sweepTask } from './sweep-payments.ts'

export const payments: Feature = {
  name: 'payments',
  routes: paymentRoutes,
  tasks: [
    forgetInputs,
    captureTask,
    refundTask,
    releaseTask,
    eventTask,
    reconcileAllTask,
    reconcileTask,
    sweepTask,
  ],
  listeners: { locks: 'payments', hears: paymentListeners },
  answers: paymentAnswers,
  commands: paymentCommands,
  metrics: paymentGauges,
}
