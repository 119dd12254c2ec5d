/**
 * The parts of Stripe Connect's objects that we read, with the names and meanings of its API reference
 * (https://docs.stripe.com/api/v2/core/accounts/object, …/transfers/object, …/payouts/object) and of
 * the SDK's own types.
 */
export interface Capability {
  status: 'active' | 'pending' | 'rejected' | 'restricted' | 'unsupported'
  status_details: { code: string; resolution: string }[]
}

export interface Requirement {
  description: string
  awaiting_action_from: 'user' | 'stripe'
  errors: { code: string; description: string }[]
  minimum_deadline: { status: 'currently_due' | 'eventually_due' | 'past_due' }
  requested_reasons: { code: 'routine_onboarding' | 'routine_verification' }[]
}

export interface ConnectAccount {
  id: string
  object: 'v2.core.account'
  closed: boolean
  contact_email: string | null
  dashboard: string
  metadata: Record<string, string>
  identity: { country: string }
  configuration: {
    recipient: {
      applied: true
      capabilities: { stripe_balance: { stripe_transfers: Capability; payouts: Capability } }
    }
  }
  requirements: {
    entries: Requirement[]
    summary: { minimum_deadline: { status: string; time: string | null } }
  }
  created: string
  livemode: false
  /** Not part of the object: answered by `external_accounts`. */
  bankLast4: string | null
}

export interface Transfer {
  id: string
  object: 'transfer'
  amount: number
  amount_reversed: number
  currency: string
  destination: string
  transfer_group: string | null
  metadata: Record<string, string>
  reversed: boolean
  created: number
}

export interface BankPayout {
  id: string
  object: 'payout'
  account: string
  amount: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  failure_code: string | null
  reversed_by: string | null
  arrival_date: number
  created: number
}

export interface ThinEvent {
  id: string
  object: 'v2.core.event'
  type: string
  created: string
  livemode: false
  /** The account that the event comes from; absent where that is the platform. */
  context?: string
  related_object: { id: string; type: string; url: string }
  reason: null
}
