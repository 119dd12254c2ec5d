import { HOUR_MS } from '../rules.ts'

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
