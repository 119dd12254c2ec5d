import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'
import { HOUR_MS } from '../rules.ts'

/** Stripe requires at least half an hour. */
export const CHECKOUT_MS = HOUR_MS

/** The time limit of a job, and room for retries of its capture. */
const RUN_ROOM_MS = JOB_LIMIT_MS + HOUR_MS

/** An authorisation that expires before this time might expire during a run that begins now. */
export function neededUntil(now: Date): Date {
  return new Date(now.getTime() + RUN_ROOM_MS)
}

/** True where the client may show `paid`: the run may begin. */
export function isPaid(state: PaymentState): boolean {
  return ['authorized', 'delivered', 'capture_requested', 'captured'].includes(state)
}
