import type { GatewayEvent } from '../spec.ts'
import type { Desk } from './change-checkout.ts'
import { readSignedEvent } from './read-signed-event.ts'

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
    warning: null,
  }
}
