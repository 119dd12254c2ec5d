import { refusal } from './change-checkout.ts'
import { isSigned, SIGNATURE_HEADER } from './sign-webhook.ts'

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
