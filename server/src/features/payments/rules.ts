import { JOB_LIMIT_MS, UNUSED_AUTHORIZATION_HOURS } from '@vignette/contract/limits.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'

export const HOUR_MS = 3_600_000
/** Stripe requires at least half an hour. */
export const CHECKOUT_MS = HOUR_MS

/** All allowed moves; the database's trigger holds the same list. */
export const MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['authorized', 'expired'],
  authorized: ['capture_requested', 'release_requested', 'captured_undelivered'],
  capture_requested: ['captured', 'capture_failed'],
  release_requested: ['released', 'captured_undelivered'],
  captured: [],
  captured_undelivered: [],
  capture_failed: [],
  released: [],
  expired: [],
}

export type AtGateway = 'open' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed'

/**
 * The moves that bring our state up to the gateway's, possibly none: the gateway's answer may be
 * older than our state. A capture that we did not request, as at the gateway's own desk, pays for
 * the running job; without a running job the amount is owed to the buyer.
 */
export function catchUp(state: PaymentState, gateway: AtGateway, inUse: boolean): PaymentState[] {
  const ended = gateway === 'released' || gateway === 'expired' || gateway === 'failed'
  switch (state) {
    case 'created':
      if (gateway === 'authorized') return ['authorized']
      if (gateway === 'captured') return ['authorized', 'captured_undelivered']
      if (gateway === 'released') return ['authorized', 'release_requested', 'released']
      return ended ? ['expired'] : []
    case 'authorized':
      // A running job keeps the payment; if it delivers, the capture fails and the buyer keeps the creation.
      if (inUse) return []
      if (gateway === 'captured') return ['captured_undelivered']
      return ended ? ['release_requested', 'released'] : []
    case 'capture_requested':
      if (gateway === 'captured') return ['captured']
      return ended ? ['capture_failed'] : []
    case 'release_requested':
      if (gateway === 'captured') return ['captured_undelivered']
      return ended ? ['released'] : []
    default:
      return []
  }
}

/** When an unused authorisation is released. */
export function releaseAt(unusedSince: Date): Date {
  return new Date(unusedSince.getTime() + UNUSED_AUTHORIZATION_HOURS * HOUR_MS)
}

/** The time limit of a job, and room for retries of its capture. */
const RUN_ROOM_MS = JOB_LIMIT_MS + HOUR_MS

/** An authorisation that expires before this time might expire during a run that begins now. */
export function neededUntil(now: Date): Date {
  return new Date(now.getTime() + RUN_ROOM_MS)
}

/** The idempotency key of an action: the first, or the next where the gateway stored a failure with the last. */
export function keyOf(
  deed: 'capture' | 'release' | 'expire' | 'refund',
  id: string,
  time: number,
): string {
  return time === 1 ? `${deed}:${id}` : `${deed}:${id}:${time}`
}

const RETRY_REFUSED_MS = HOUR_MS
const GIVE_UP_BEFORE_MS = 6 * HOUR_MS
/** For a card without a known expiry: the shortest authorisation that card networks grant. */
const SHORTEST_HOLD_MS = 4 * 24 * HOUR_MS

/** When a refused capture is given up, so that the buyer's money is free again. */
export function giveUpCaptureAt(payment: {
  captureBefore: Date | null
  authorizedAt: Date | null
  createdAt: Date
}): Date {
  const { captureBefore, authorizedAt, createdAt } = payment
  const expiry =
    captureBefore?.getTime() ?? (authorizedAt ?? createdAt).getTime() + SHORTEST_HOLD_MS
  return new Date(expiry - GIVE_UP_BEFORE_MS)
}

export function retryRefusedAt(now: Date): Date {
  return new Date(now.getTime() + RETRY_REFUSED_MS)
}

/** True once money was captured, which may then be refunded or disputed. */
export function isTaken(state: PaymentState): boolean {
  return state === 'captured' || state === 'captured_undelivered'
}

/** True where the client may show `paid`: the run may begin. */
export function isPaid(state: PaymentState): boolean {
  return state === 'authorized' || state === 'capture_requested' || state === 'captured'
}

export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'
export type DisputeState = 'opened' | 'won' | 'lost'

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

interface Dispute {
  state: DisputeState
  amount: number
}

/** The amount that a bank holds or has kept. */
export function takenBy({ state, amount }: Dispute): number {
  return state === 'won' ? 0 : amount
}

/** True for changes that an old webhook could also report: all but the end of an open dispute. */
export function mayBeOld(ours: Dispute, theirs: Dispute): boolean {
  if (ours.amount !== theirs.amount) return true
  return ours.state !== 'opened' && ours.state !== theirs.state
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

/** True where the payment may still pay for a run. */
export function mayStillPay(state: PaymentState): boolean {
  return state === 'created' || state === 'authorized'
}
