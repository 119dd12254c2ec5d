import { formatCents } from '@vignette/contract/money.ts'
import { UNUSED_AUTHORISATION_HOURS } from '@vignette/contract/money-limits.ts'
import type { PaymentView } from '@vignette/contract/payments.ts'
import type { TxCtx } from '../../ctx.ts'
import type { PaymentRow } from '../../schema/payments.ts'
import { findPayment } from './payment.ts'
import { dueCents, releaseAt } from './rules.ts'

export function viewPayment(payment: PaymentRow): PaymentView {
  return {
    id: payment.id,
    state: payment.state,
    amount: dueCents(payment),
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

/** The next step of a payment, in words. */
export function describeNext(payment: PaymentRow): string {
  const { units } = payment
  const amount = formatCents(dueCents(payment))
  switch (payment.state) {
    case 'created':
      return 'The checkout is open. Nothing has been charged.'
    case 'authorized':
      return payment.jobId
        ? units === null
          ? `${amount} is authorised, and charged only when the creation is delivered.`
          : `${amount} is authorised for ${countRows(units)}, and charged at the end only for the rows that were delivered.`
        : `${amount} is authorised and not charged. Continue to use it, or release it; unused, it is released after ${UNUSED_AUTHORISATION_HOURS} hours.`
    case 'delivered':
      return `The proof is ready. ${amount} is authorised, and charged only if you keep it; without an answer it is released.`
    case 'capture_requested':
      return `${deliveredBy(payment)}; ${amount} is being charged.`
    case 'captured':
      return describeCaptured(payment)
    case 'captured_undelivered':
      return describeUndelivered(payment)
    case 'capture_failed':
      return `${units === null ? 'The creation is' : 'The creations are'} yours, but the charge did not go through. Nothing more is asked of you.`
    case 'release_requested':
      return 'The authorisation is being released. Nothing was charged.'
    case 'released':
      return 'The authorisation was released. Nothing was charged; your bank may show it for a few days more.'
    case 'expired':
      return 'The checkout ended without a payment. Nothing was charged.'
  }
}

function deliveredBy({ units, amount, toCapture }: PaymentRow): string {
  if (units === null) return 'The creation was delivered'
  const delivered = Math.round(((toCapture ?? amount) * units) / amount)
  return `${delivered} of ${countRows(units)} ${delivered === 1 ? 'was' : 'were'} delivered`
}

const countRows = (rows: number) => `${rows} ${rows === 1 ? 'row' : 'rows'}`

function describeCaptured(payment: PaymentRow): string {
  const { captured, refunded, disputed, lost } = payment
  const charged = formatCents(captured)
  const open = disputed - lost
  const facts = [
    ...(refunded > 0 ? [`${formatCents(refunded)} was refunded`] : []),
    ...(open > 0 ? [`${formatCents(open)} is disputed with your bank`] : []),
    ...(lost > 0 ? [`${formatCents(lost)} was lost in a dispute and is yours again`] : []),
  ]
  if (facts.length === 0) {
    const what = payment.units === null ? '' : ` ${deliveredBy(payment)}.`
    return `${charged} was charged.${what} There are no further charges.`
  }
  if (refunded >= captured && disputed === 0) return `${charged} was charged and refunded in full.`
  if (disputed === 0) return `${charged} was charged and ${formatCents(refunded)} refunded.`
  return `${charged} was charged; ${facts.join(', and ')}.`
}

function describeUndelivered({ captured, refunded, disputed }: PaymentRow): string {
  const charged = `${formatCents(captured)} was charged although nothing was delivered`
  if (disputed > 0) return `${charged}; ${formatCents(disputed)} was disputed with your bank.`
  if (refunded >= captured) return `${charged}, and refunded in full.`
  return `${charged}. It is being refunded in full; your bank may take some days to show it.`
}

/** What has become of the money and what happens next, in words. */
export async function describePayment(tx: TxCtx, paymentId: string): Promise<string> {
  const payment = await findPayment(tx, paymentId)
  return payment ? describeNext(payment) : 'Nothing was charged.'
}
