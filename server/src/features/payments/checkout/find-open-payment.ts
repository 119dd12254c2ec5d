import type { findOpenPayment as route } from '@vignette/contract/payments.ts'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { viewPayment } from '../view-payment.ts'
import { findAuthorized } from './find-authorized.ts'
import { refreshForPage } from './refresh-for-page.ts'

type Answer = z.input<(typeof route)['answer']>

/** The payment that a returning buyer sees as "Already authorised". */
export async function findOpenPayment(ctx: Ctx, workflowId: string): Promise<Answer> {
  const caller = ctx.caller.principal
  const payment = caller
    ? await findAuthorized(ctx, caller.id, workflowId, refreshForPage)
    : undefined
  return {
    payment: payment ? viewPayment(payment) : null,
    session_id: payment?.sessionId ?? null,
    user_inputs: payment?.userInputs ?? null,
    made_from: payment?.madeFrom ?? null,
    public: payment?.public ?? false,
  }
}
