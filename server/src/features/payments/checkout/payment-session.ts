import type { getPaymentSession as route } from '@vignette/contract/payments.ts'
import type { z } from 'zod'
import type { Ctx, Principal } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { PaymentRow } from '../../../schema/payments.ts'
import { requireVisitor } from '../../identity/index.ts'
import { currentBook } from '../gateway.ts'
import { findWaitingEvent } from '../payment.ts'
import { viewPayment } from '../view-payment.ts'
import { findBySession, findReleaser } from './authorisation.ts'
import { describeBarred } from './cancellation-limit.ts'
import { throttleRefresh } from './refresh-payment.ts'
import { describeClosed } from './release-closed.ts'
import { isPaid } from './rules.ts'

type Answer = z.input<(typeof route)['answer']>

/** The session for its buyer only; asks the gateway where the webhook is late. */
export async function getPaymentSession(ctx: Ctx, sessionId: string): Promise<Answer> {
  const buyer = requireVisitor(ctx)
  const found = await findBySession(ctx, buyer.id, sessionId)
  if (!found) throw new AppError('not_found', 'There is no such checkout of yours.')
  // An event that waits in the queue says that there is news, however lately the gateway was asked.
  const event = found.state === 'created' ? await findWaitingEvent(ctx, sessionId) : undefined
  const payment = await throttleRefresh(ctx, found, { reader: 'return', event })
  return {
    payment_status: pays(ctx, payment) ? 'paid' : 'unpaid',
    status: payment.state,
    metadata: { workflow_id: payment.workflowId },
    amount_total: payment.amount,
    payment: { ...viewPayment(payment), ...(await explain(ctx, payment, buyer)) },
    user_inputs: payment.userInputs,
    made_from: payment.madeFrom,
    drawing: payment.drawing,
    public: payment.public,
    ...(payment.waiver && { waiver: payment.confirmedAt ? 'confirmed' : 'unconfirmed' }),
    job_id: payment.jobId,
  }
}

/** An authorisation of another book pays for no run. */
function pays(ctx: Ctx, { state, jobId, book }: PaymentRow): boolean {
  return isPaid(state) && (state !== 'authorized' || jobId !== null || book === currentBook(ctx))
}

/** Tells a buyer who returns from the checkout why no run will start. */
async function explain(
  ctx: Ctx,
  { id, state }: PaymentRow,
  buyer: Principal,
): Promise<{ next: string } | undefined> {
  if (state !== 'release_requested' && state !== 'released') return undefined
  const releaser = await findReleaser(ctx, id)
  const closed = describeClosed(releaser)
  if (closed) return { next: closed }
  return releaser === 'cancelled' ? { next: describeBarred(ctx, buyer) } : undefined
}

export function getPaymentConfig({ gateway }: Pick<Ctx, 'gateway'>) {
  return {
    publishable_key: gateway.publishableKey,
    test_mode: gateway.testMode,
    prices_include_tax: gateway.includesTax,
  }
}
