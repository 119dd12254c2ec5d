import type { Ctx } from '../../ctx.ts'
import {
  captureJob,
  eventJob,
  reconcileAllJob,
  reconcileJob,
  refundJob,
  releaseJob,
  sweepJob,
} from './job-definitions.ts'
import { performCapture } from './perform-capture.ts'
import { performRefund } from './perform-refund.ts'
import { performRelease } from './perform-release.ts'
import { processEvent } from './process-event.ts'
import { reconcile } from './reconcile.ts'
import { sweepPayments } from './sweep-payments.ts'

export const paymentJobs = [
  captureJob,
  releaseJob,
  refundJob,
  eventJob,
  sweepJob,
  reconcileJob,
  reconcileAllJob,
]

/** Takes up the queue's work on payments; each job may be repeated at any time. */
export function workOnPayments(ctx: Ctx): void {
  ctx.queue.work(captureJob, { concurrency: 2 }, ({ paymentId }) => performCapture(ctx, paymentId))
  ctx.queue.work(releaseJob, { concurrency: 1 }, async ({ paymentId }) => {
    await performRelease(ctx, paymentId)
  })
  ctx.queue.work(refundJob, { concurrency: 1 }, async ({ refundId }) => {
    await performRefund(ctx, refundId)
  })
  ctx.queue.work(eventJob, { concurrency: 2 }, ({ gateway, eventId }) =>
    processEvent(ctx, gateway, eventId),
  )
  ctx.queue.work(sweepJob, { concurrency: 1 }, () => sweepPayments(ctx))
  ctx.queue.work(reconcileJob, { concurrency: 1 }, async () => {
    await reconcile(ctx, 'moved')
  })
  ctx.queue.work(reconcileAllJob, { concurrency: 1 }, async () => {
    await reconcile(ctx)
  })
}
