import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusal } from './checkout.ts'

const TOLERANCE_MS = 5 * 60_000
export const SIGNATURE_HEADER = 'sandbox-signature'

function digest(secret: string, seconds: number, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}

/** Stripe's scheme: the time and an HMAC of time and raw body. */
export function signWebhook(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`
}

function isSigned(secret: string, body: Buffer, header: unknown, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!match?.[1] || !match[2]) return false
  const seconds = Number(match[1])
  if (Math.abs(now.getTime() - seconds * 1000) > TOLERANCE_MS) return false
  return timingSafeEqual(digest(secret, seconds, body), Buffer.from(match[2], 'hex'))
}

/** An event of the sandbox, about a payment or a payout. */
interface SignedEvent<About> {
  id: string
  type: string
  created: string
  about: About
}

/** Refuses a body that the sandbox of this secret did not sign just now. */
export function readSignedEvent<About>(
  now: Date,
  webhookSecret: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): SignedEvent<About> {
  if (!isSigned(webhookSecret, rawBody, headers[SIGNATURE_HEADER], now)) {
    throw refusal('bad_signature', 'The signature does not fit the body.')
  }
  return JSON.parse(rawBody.toString()) as SignedEvent<About>
}
