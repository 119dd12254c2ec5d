import { JOB_LIMIT_MS, UNUSED_AUTHORIZATION_HOURS } from '@vignette/contract/limits.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'

export const HOUR_MS = 3_600_000
/** Stripe wants at least half an hour. */
export const CHECKOUT_MS = HOUR_MS

/** The whole of §7; the database's trigger holds the same list. */
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
 * The moves that bring our state up to the gateway's, which may be none: what the gateway says may
 * be older than what we know. A capture that we did not ask for, as at the gateway's own desk,
 * pays for the run that is under way; where there is none it is a debt to the buyer.
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
      // A run under way keeps it; if it delivers, the capture fails and the buyer keeps the creation.
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

/** An unused authorization is let go then. */
export function releaseAt(unusedSince: Date): Date {
  return new Date(unusedSince.getTime() + UNUSED_AUTHORIZATION_HOURS * HOUR_MS)
}

/** A run that begins now may take as long as a job may, and its capture may have to be tried again. */
const RUN_ROOM_MS = JOB_LIMIT_MS + HOUR_MS

/** An authorization that the bank lets go by then might expire under a run that begins now. */
export function neededUntil(now: Date): Date {
  return new Date(now.getTime() + RUN_ROOM_MS)
}

/** The first key of a deed, or the next where the gateway keeps a failure with the one before. */
export function keyOf(
  deed: 'capture' | 'release' | 'expire' | 'refund',
  id: string,
  time: number,
): string {
  return time === 1 ? `${deed}:${id}` : `${deed}:${id}:${time}`
}

const RETRY_REFUSED_MS = HOUR_MS
const GIVE_UP_BEFORE_MS = 6 * HOUR_MS
/** Where no end of the hold was told; the shortest that card networks grant. */
const SHORTEST_HOLD_MS = 4 * 24 * HOUR_MS

/** From then on a capture that is still refused is given up, so that the buyer's money is free. */
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

/** Money has been taken, so that it can be refunded and disputed. */
export function isTaken(state: PaymentState): boolean {
  return state === 'captured' || state === 'captured_undelivered'
}

/** For the client `paid` means: the money is there, the run may begin. */
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

/** A refund only moves on, so that late news changes nothing. */
export function laterRefund(ours: RefundState, theirs: RefundState): RefundState {
  return REFUND_ORDER[theirs] > REFUND_ORDER[ours] ? theirs : ours
}

/** Money that has left, or is leaving. */
export function isCounted(state: RefundState): boolean {
  return state === 'pending' || state === 'succeeded'
}

interface Dispute {
  state: DisputeState
  amount: number
}

/** What a bank holds or has kept. */
export function takenBy({ state, amount }: Dispute): number {
  return state === 'won' ? 0 : amount
}

/** All but the end of what is open: that, old news tells too, of a time before ours. */
export function mayBeOld(ours: Dispute, theirs: Dispute): boolean {
  if (ours.amount !== theirs.amount) return true
  return ours.state !== 'opened' && ours.state !== theirs.state
}

/** What an operator may still refund: never what is requested already or what a bank has taken. */
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

/** A run may still be paid by it. */
export function mayStillPay(state: PaymentState): boolean {
  return state === 'created' || state === 'authorized'
}
