import type { GatewayEvent } from '../spec.ts'
import type { Desk } from './change-checkout.ts'
import { readSignedEvent } from './read-signed-event.ts'

/** Made with a stolen card: Stripe's most frequent word. */
const FRAUD_WARNING = 'The card network suspects fraud (made_with_stolen_card).'

export function readWebhook(
  { clock }: Pick<Desk, 'clock'>,
  webhookSecret: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  const event = readSignedEvent<GatewayEvent['about']>(clock.now(), webhookSecret, rawBody, headers)
  return {
    id: event.id,
    name: event.type,
    occurredAt: new Date(event.created),
    about: event.about,
    warning: event.type.startsWith('radar.') ? FRAUD_WARNING : null,
  }
}
