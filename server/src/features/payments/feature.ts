import type { Ctx } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { bindRun } from '../../platform/queue/define-task.ts'
import { paymentAnswers } from './answers.ts'
import { captureTask, performCapture } from './capture/capture.ts'
import { performRelease } from './capture/release-payment.ts'
import { releaseTask } from './capture/request-release.ts'
import { endCheckout, endCheckoutTask } from './checkout/end-checkout.ts'
import { paymentCommands } from './cli.ts'
import { forgetInputs } from './forget-inputs.ts'
import { paymentListeners } from './listeners.ts'
import { paymentGauges } from './metrics.ts'
import { paymentPorts } from './ports.ts'
import { eventTask } from './reconcile/receive-webhook.ts'
import { reconcileAllTask, reconcileTask } from './reconcile/reconcile.ts'
import { sweepTask } from './reconcile/sweep-payments.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { refundTask } from './refunds/request-refund.ts'
import { paymentRoutes } from './routes.ts'

export const payments: Feature = {
  name: 'payments',
  routes: paymentRoutes,
  tasks: [
    forgetInputs,
    bindRun(captureTask, (ctx: Ctx, { paymentId }) => performCapture(ctx, paymentId)),
    bindRun(releaseTask, (ctx: Ctx, { paymentId }) => performRelease(ctx, paymentId)),
    bindRun(endCheckoutTask, (ctx: Ctx, { paymentId }) => endCheckout(ctx, paymentId)),
    bindRun(refundTask, (ctx: Ctx, { refundId }) => performRefund(ctx, refundId)),
    eventTask,
    reconcileAllTask,
    reconcileTask,
    sweepTask,
  ],
  listeners: { locks: 'payments', hears: paymentListeners },
  asks: Object.values(paymentPorts),
  answers: paymentAnswers,
  commands: paymentCommands,
  metrics: paymentGauges,
}
