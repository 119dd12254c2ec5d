import type Stripe from 'stripe'
import type { PayoutEvent } from '../spec.ts'

type Notification = Stripe.V2.Core.EventNotification

/** The account or transfer that a thin event is about; null for events that change no payout of Vignette. */
export function mapPayoutEvent(event: Notification): PayoutEvent {
  return {
    id: event.id,
    name: event.type,
    occurredAt: new Date(event.created),
    about: findSubject(event),
  }
}

function findSubject(event: Notification): PayoutEvent['about'] {
  const id = 'related_object' in event ? relatedId(event.related_object) : null
  if (event.type.startsWith('v2.core.account')) {
    const accountId = id?.startsWith('acct_') ? id : contextOf(event)
    return accountId ? { accountId, transferId: null } : null
  }
  if (event.type.startsWith('v1.transfer.')) {
    return id ? { accountId: null, transferId: id } : null
  }
  // Without a context the payout goes from our own balance to our own bank.
  if (event.type.startsWith('v1.payout.')) {
    const accountId = contextOf(event)
    return accountId ? { accountId, transferId: null } : null
  }
  return null
}

function relatedId(related: object | null | undefined): string | null {
  return related && 'id' in related && typeof related.id === 'string' ? related.id : null
}

function contextOf({ context }: Notification): string | null {
  return context?.segments.findLast((segment) => segment.startsWith('acct_')) ?? null
}
