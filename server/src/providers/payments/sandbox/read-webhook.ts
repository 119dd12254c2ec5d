import type { GatewayEvent } from '../spec.ts'
import type { Desk } from './change-checkout.ts'
import { refusal } from './change-checkout.ts'
import { isSigned, SIGNATURE_HEADER } from './sign-webhook.ts'

export function readWebhook(
  { clock }: Pick<Desk, 'clock'>,
  webhookSecret: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  if (!isSigned(webhookSecret, rawBody, headers[SIGNATURE_HEADER], clock.now())) {
    throw refusal('bad_signature', 'The signature does not fit the body.')
  }
  const event = JSON.parse(rawBody.toString()) as {
    id: string
    type: string
    created: string
    about: { sessionId: string; intentId: string; paymentId: string }
  }
  return {
    id: event.id,
    name: event.type,
    occurredAt: new Date(event.created),
    about: event.about,
    warning: null,
  }
}
