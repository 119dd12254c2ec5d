import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { call } from '../../../lib/client.ts'
import type { Checkout, CheckoutRequest } from '../ports/remix-ports.ts'
import { buildReturnUrls } from '../ports/return-params.ts'

export function createCheckoutSession(
  userId: string,
  request: CheckoutRequest,
  signal: AbortSignal,
): Promise<Checkout> {
  return call('createCheckoutSession', {
    body: {
      workflow_id: request.workflowId,
      user_id: userId,
      ...buildReturnUrls(location.origin, request.workflowId),
      ...(request.inputs ? { user_inputs: request.inputs } : {}),
      ...(request.madeFrom ? { made_from: request.madeFrom } : {}),
      public: request.isPublic,
      terms_version: TERMS_VERSION,
      ...(request.code ? { code: request.code } : {}),
      ...(request.price === undefined ? {} : { price: request.price }),
      ...(request.email ? { email: request.email } : {}),
    },
    idempotencyKey: request.idempotencyKey,
    signal,
  })
}
