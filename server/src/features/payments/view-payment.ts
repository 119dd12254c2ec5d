import type { PaymentView } from '@vignette/contract/payments.ts'
import { describeNext } from './describe-next.ts'
import { releaseAt } from './rules.ts'
import type { PaymentRow } from './tables.ts'

export function viewPayment(payment: PaymentRow): PaymentView {
  return {
    id: payment.id,
    state: payment.state,
    amount: payment.amount,
    currency: payment.currency,
    workflow_id: payment.workflowId,
    workflow_version: payment.workflowVersion,
    created_at: payment.createdAt.toISOString(),
    expires_at: expiryOf(payment)?.toISOString() ?? null,
    next: describeNext(payment),
  }
}

function expiryOf(payment: PaymentRow): Date | null {
  if (payment.state === 'created') return payment.sessionExpiresAt
  if (payment.state === 'delivered') return payment.decideBy
  if (payment.state !== 'authorized' || payment.jobId || !payment.unusedSince) return null
  return releaseAt(payment.unusedSince)
}
