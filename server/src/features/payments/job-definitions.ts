import { z } from 'zod'
import { defineJob } from '../../platform/queue/queue.ts'

const ofPayment = z.object({ paymentId: z.uuid() })

export const captureJob = defineJob({ name: 'payments.capture', data: ofPayment, retryLimit: 10 })
export const releaseJob = defineJob({ name: 'payments.release', data: ofPayment, retryLimit: 10 })
export const refundJob = defineJob({
  name: 'payments.refund',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 10,
})
export const eventJob = defineJob({
  name: 'payments.process-event',
  data: z.object({ gateway: z.string(), eventId: z.string() }),
  retryLimit: 10,
})
/** Lets unused authorizations go and looks for requests without an outcome. */
export const sweepJob = defineJob({
  name: 'payments.sweep',
  data: z.object({}),
  retryLimit: 0,
  cron: '* * * * *',
  exclusive: true,
})
/** What moved since the last comparison. */
export const reconcileJob = defineJob({
  name: 'payments.reconcile',
  data: z.object({}),
  retryLimit: 2,
  cron: '7 * * * *',
  exclusive: true,
})
/** Everything, with the money at the gateway. */
export const reconcileAllJob = defineJob({
  name: 'payments.reconcile-all',
  data: z.object({}),
  retryLimit: 2,
  cron: '37 3 * * *',
  exclusive: true,
})
