import type Stripe from 'stripe'
import type { GatewayEvent } from '../spec.ts'

type About = NonNullable<GatewayEvent['about']>

function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** The payment that an event is about; null for events that change no payment of Vignette. */
export function mapEvent(event: Stripe.Event): GatewayEvent {
  return {
    id: event.id,
    name: event.type,
    occurredAt: new Date(event.created * 1000),
    about: findSubject(event),
    warning:
      event.type === 'radar.early_fraud_warning.created'
        ? `The card network suspects fraud (${event.data.object.fraud_type}).`
        : null,
  }
}

function findSubject(event: Stripe.Event): About | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      return {
        sessionId: session.id,
        intentId: idOf(session.payment_intent),
        paymentId: session.metadata?.['payment_id'] ?? null,
      }
    }
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
    case 'payment_intent.payment_failed': {
      const intent = event.data.object
      return {
        sessionId: null,
        intentId: intent.id,
        paymentId: intent.metadata['payment_id'] ?? null,
      }
    }
    case 'charge.expired':
    case 'charge.captured':
    case 'charge.updated':
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'radar.early_fraud_warning.created': {
      const intentId = idOf(event.data.object.payment_intent)
      return intentId ? { sessionId: null, intentId, paymentId: null } : null
    }
    default:
      return null
  }
}
