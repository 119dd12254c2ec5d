import type { Feature } from '../../feature.ts'
import { forgetInputs } from './forget-inputs.ts'
import { captureTask } from './perform-capture.ts'
import { refundTask } from './perform-refund.ts'
import { releaseTask } from './perform-release.ts'
import { eventTask } from './process-event.ts'
import { reconcileAllTask, reconcileTask } from './reconcile.ts'
import { sweepTask } from './sweep-payments.ts'

export const payments: Feature = {
  name: 'payments',
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
}
