import { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { performRelease } from '../capture/perform-release.ts'
import { findPayment } from '../queries.ts'
import { reachBook } from '../reach-book.ts'
import { refreshPayment } from './refresh-payment.ts'

export const endCheckoutTask = defineTask({
  name: 'payments.end-checkout',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  concurrency: 5,
  exclusive: true,
})

/** Ends a checkout at the gateway that no buyer has paid yet; a buyer who was quicker keeps the authorisation. */
export async function endCheckout(from: Ctx, paymentId: string): Promise<void> {
  const payment = await findPayment(from, paymentId)
  const ctx = payment && reachBook(from, payment)
  if (!ctx || payment.state !== 'created') return
  const { state } = await refreshPayment(ctx, payment)
  if (state === 'created') await performRelease(from, paymentId, { unlessPaid: true })
}
