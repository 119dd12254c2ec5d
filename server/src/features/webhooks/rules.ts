import { createHmac } from 'node:crypto'
import { WEBHOOK } from '@vignette/contract/webhook-words.ts'

/** How a secret is written, as Standard Webhooks says; what follows is base64. */
export const SECRET_PREFIX = 'whsec_'

interface Message {
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks; each secret makes a signature of its own, and one that fits is enough. */
export function signMessage(secrets: readonly string[], { id, at, body }: Message) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** After the first failure in a row, the second, and so on; the last of them again and again. */
const WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
]

export const TRY_MS = WEBHOOK.tryDays * 24 * HOUR
/** The longest wait that an address may ask for. */
export const LONGEST_WAIT_MS = 24 * HOUR

/** How long an endpoint rests after so many failures in a row, or after it asked to be left alone. */
export function restMs(failures: number, retryAfterMs?: number): number {
  const wait = WAITS[Math.min(failures, WAITS.length) - 1] ?? 0
  return retryAfterMs === undefined ? wait : Math.max(retryAfterMs, 5 * SECOND)
}

/** When a refused delivery is tried again, for the last time at the end of its days; undefined after that. */
export function retryAt(createdAt: Date, now: Date, waitMs: number): Date | undefined {
  const end = createdAt.getTime() + TRY_MS
  if (now.getTime() >= end) return undefined
  return new Date(Math.min(now.getTime() + waitMs, end))
}
