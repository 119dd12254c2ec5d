import { type Dispute, takenBy } from '../disputes/rules.ts'

export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

const REFUND_ORDER: Record<RefundState, number> = {
  requested: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
}

/** The later of two refund states, so that a late webhook changes nothing. */
export function laterRefund(ours: RefundState, theirs: RefundState): RefundState {
  return REFUND_ORDER[theirs] > REFUND_ORDER[ours] ? theirs : ours
}

/** True for a refund that was sent or will be sent. */
export function isCounted(state: RefundState): boolean {
  return state === 'pending' || state === 'succeeded'
}

/** The amount that an operator may still refund, without requested refunds and disputed money. */
export function refundableCents(
  captured: number,
  refunds: { state: RefundState; amount: number }[],
  disputes: Dispute[],
): number {
  const refunded = refunds.reduce(
    (sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount),
    0,
  )
  const taken = disputes.reduce((sum, dispute) => sum + takenBy(dispute), 0)
  return Math.max(0, captured - refunded - taken)
}
