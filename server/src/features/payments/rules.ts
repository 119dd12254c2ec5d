import { NEW_CREATOR, UNUSED_AUTHORISATION_HOURS } from '@vignette/contract/money-limits.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'

export const HOUR_MS = 3_600_000

/** All allowed moves; the database's trigger holds the same list. */
export const MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['authorized', 'expired'],
  authorized: ['delivered', 'capture_requested', 'release_requested', 'captured_undelivered'],
  delivered: ['capture_requested', 'release_requested', 'authorized', 'captured_undelivered'],
  capture_requested: ['captured', 'capture_failed'],
  release_requested: ['released', 'captured_undelivered'],
  captured: [],
  captured_undelivered: [],
  capture_failed: [],
  released: [],
  expired: [],
}

type AtGateway = 'open' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed'

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
      // A running job keeps the payment. If the job delivers, a capture made at the gateway pays for it;
      // if the gateway has released the authorisation, the capture fails and the buyer keeps the creation.
      if (inUse) return []
      if (gateway === 'captured') return ['captured_undelivered']
      return ended ? ['release_requested', 'released'] : []
    case 'delivered':
      // The buyer has not agreed to pay for the proof.
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

/** When an authorisation ended without a charge: its state changes no more. */
export function endedAt({ state, movedAt }: { state: PaymentState; movedAt: Date }): Date | null {
  return state === 'released' || state === 'capture_failed' ? movedAt : null
}

/** The payment's name at the gateway, for the buyer's papers. */
export function referenceOf({
  intentId,
  sessionId,
}: {
  intentId: string | null
  sessionId: string | null
}): string | null {
  return intentId ?? sessionId
}

/** What is charged once all is delivered, or once the last row of a batch has ended. */
export function dueCents({
  amount,
  toCapture,
}: {
  amount: number
  toCapture: number | null
}): number {
  return toCapture ?? amount
}

/** When an unused authorisation is released. */
export function releaseAt(unusedSince: Date): Date {
  return new Date(unusedSince.getTime() + UNUSED_AUTHORISATION_HOURS * HOUR_MS)
}

/** Room before an authorisation lapses in which a kept proof, or a batch, is captured. */
const CAPTURE_ROOM_MS = 6 * HOUR_MS

/** The end of the time in which a buyer decides about a proof that is shown now. */
export function decideUntil(now: Date, captureBefore: Date | null): Date {
  return captureWithin(now, PROOF.hours, captureBefore)
}

/** The end of these hours, or earlier where the authorisation lapses before. */
export function captureWithin(now: Date, hours: number, captureBefore: Date | null): Date {
  const full = now.getTime() + hours * HOUR_MS
  return new Date(captureBefore ? Math.min(full, captureBefore.getTime() - CAPTURE_ROOM_MS) : full)
}

/** The past of a creator that decides when a sale clears. */
interface CreatorRecord {
  /** Whether a payout was made. */
  paidOut: boolean
  firstSaleAt: Date | null
  /** Distinct buyers whose money the creator keeps. */
  buyers: number
}

export function isNewCreator({ paidOut, firstSaleAt, buyers }: CreatorRecord, now: Date): boolean {
  if (!paidOut || !firstSaleAt || buyers < NEW_CREATOR.buyers) return true
  return now.getTime() - firstSaleAt.getTime() < NEW_CREATOR.days * 24 * HOUR_MS
}

/** How many days back sales are looked at for doubts; in weeks, for one buyer's part. */
export const LOOK_BACK = { days: 180, weeks: 7 } as const

/** From this many sales of a week on, a larger share than this by one buyer is unusual. */
export const CONCENTRATION = { sales: 20, percent: 40 } as const

/**
 * Recent sales wait longer where, of at least this many sales in these days, a larger share than
 * this is disputed.
 */
export const DISPUTES = { days: 90, sales: 20, percent: 1, waitDays: 30 } as const

/** The idempotency key of an action: the first, or the next where the gateway stored a failure with the last. */
export function keyOf(
  action: 'capture' | 'release' | 'expire' | 'refund',
  id: string,
  time: number,
): string {
  return time === 1 ? `${action}:${id}` : `${action}:${id}:${time}`
}

/** A gateway forgets keys after a day, by which a process that was away would send a request twice. */
const KEY_TRUSTED_MS = HOUR_MS

/** True where a request may have reached the gateway under a key that may be forgotten: look there first. */
export function mustLookFirst(
  { keyNumber, since }: { keyNumber: number; since: Date },
  now: Date,
): boolean {
  return keyNumber > 1 || now.getTime() - since.getTime() > KEY_TRUSTED_MS
}

/** True once money was captured, which may then be refunded or disputed. */
export function isTaken(state: PaymentState): boolean {
  return state === 'captured' || state === 'captured_undelivered'
}

/** True where the payment may still pay for a run. */
export function mayStillPay(state: PaymentState): boolean {
  return state === 'created' || state === 'authorized'
}
