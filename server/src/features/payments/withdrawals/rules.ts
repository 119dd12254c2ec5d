import { formatDay } from '@vignette/contract/dates.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'
import { WITHDRAWAL, type WithdrawalState } from '@vignette/contract/withdrawal-words.ts'

const DAY_MS = 24 * 3_600_000

/** What decides whether a buyer can withdraw. */
export interface Contract {
  state: PaymentState
  consumerLaw: 'eu' | null
  confirmedAt: Date | null
  withdrawnAt: Date | null
  capturedAt: Date | null
  movedAt: Date
  captured: number
  refunded: number
}

/**
 * The last moment of the fourteenth day (UTC) after the charge, which is no earlier than the contract;
 * a time that would end at a weekend ends with the Monday.
 */
export function withdrawUntil({ capturedAt, movedAt }: Contract): Date {
  const from = capturedAt ?? movedAt
  const lastDay = Math.floor(from.getTime() / DAY_MS) + WITHDRAWAL.days
  // Day 0 was a Thursday.
  const weekday = (lastDay + 4) % 7
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return new Date((lastDay + moved + 1) * DAY_MS - 1)
}

/** Where the right to withdraw stands; null where there is no paid contract, or none with a consumer's right. */
export function withdrawalStateOf(payment: Contract, now: Date): WithdrawalState | null {
  const { state, consumerLaw, confirmedAt, withdrawnAt, captured, refunded } = payment
  if (consumerLaw !== 'eu') return null
  if (withdrawnAt) return 'withdrawn'
  if (state !== 'captured' && state !== 'capture_requested') return null
  if (state === 'captured' && refunded >= captured) return null
  if (confirmedAt) return 'waived'
  return now > withdrawUntil(payment) ? 'over' : 'open'
}

export function describeOpen(until: Date): string {
  return `You can withdraw from this contract until ${formatDay(until.toISOString())}, without giving a reason.`
}
