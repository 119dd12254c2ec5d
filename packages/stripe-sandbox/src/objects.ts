/**
 * The parts of Stripe's objects that the adapters read, with the names and meanings of its API reference
 * (https://docs.stripe.com/api/checkout/sessions/object, …/payment_intents/object, …/charges/object,
 * …/refunds/object, …/disputes/object, …/v2/core/accounts/object, …/transfers/object, …/payouts/object)
 * and of the SDK's own types (`stripe/esm/resources/*.d.ts`). What an object has under `own` is the
 * sandbox's, and in no answer.
 */
export interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  success_url: string
  cancel_url: string
  url: string | null
  created: number
  expires_at: number
  automatic_tax: {
    enabled: boolean
    status: 'requires_location_inputs' | 'complete' | 'failed' | null
  }
  /** The breakdown is answered only where it is expanded. */
  total_details: { amount_tax: number; breakdown: { taxes: TaxAmount[] } }
  /** Absent until the buyer has given a card (since API version 2022-08-01). */
  payment_intent: string | null
  own: {
    title: string
    /** What the page tells beside the price. */
    promise: string
    /** Whether the price includes its tax; null where none is computed. */
    taxBehavior: 'inclusive' | 'exclusive' | null
    intentMetadata: Record<string, string>
  }
}

export interface TaxAmount {
  amount: number
  taxability_reason: 'standard_rated'
  rate: {
    country: string
    state: string | null
    tax_type: string
    display_name: string
    inclusive: boolean
    effective_percentage: number
  }
}

/** What Stripe Tax reports of a captured payment, or of money given back. */
export interface TaxTransaction {
  id: string
  object: 'tax.transaction'
  type: 'transaction' | 'reversal'
  payment_intent: string
  amount: number
  amount_tax: number
}

export interface Intent {
  id: string
  object: 'payment_intent'
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled'
  amount: number
  amount_capturable: number
  amount_received: number
  currency: string
  capture_method: 'manual'
  metadata: Record<string, string>
  latest_charge: string
  created: number
  own: { captureBefore: number }
}

export interface Charge {
  id: string
  object: 'charge'
  payment_intent: string
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  disputed: boolean
  balance_transaction: string | null
  payment_method_details: { card: { capture_before?: number; fingerprint: string } }
  own: { later: Later | null }
}

/** What a test card brings after the payment. */
export type Later =
  | 'dispute'
  | 'dispute_not_received'
  | 'inquiry'
  | 'fraud_warning'
  | 'refund_pending'
  | 'refund_fails'

export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  /** `charge`, `refund`, `refund_failure`, `adjustment`, `payout`, `stripe_fee`… */
  type: string
  amount: number
  fee: number
  net: number
  currency: string
  /** The id of the charge, refund, dispute or payout behind the transaction. */
  source: string | null
  created: number
}

export interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  charge: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  metadata: Record<string, string>
  created: number
  own: { due: number | null }
}

export interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  charge: string
  amount: number
  status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'appeal_needs_response'
    | 'appeal_under_review'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
  reason: string
  evidence: Record<string, string | null>
  evidence_details: {
    due_by: number | null
    has_evidence: boolean
    past_due: boolean
    submission_count: number
  }
  balance_transactions: BalanceTransaction[]
  created: number
  own: { fee: number }
}

export interface StoredFile {
  id: string
  object: 'file'
  purpose: string
  filename: string
  type: string
  size: number
  created: number
}

/** A snapshot event. */
export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  api_version: string
  created: number
  livemode: false
  data: { object: object }
}

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
  own: {
    name: string | null
    bank: TestBank | null
    /** Answered by `external_accounts`. */
    bankLast4: string | null
  }
}

/** What a test bank does with each payout. */
export type TestBank = 'pays' | 'fails' | 'hangs' | 'returns'

export interface AccountLink {
  id: string
  object: 'v2.core.account_link'
  account: string
  created: string
  expires_at: string
  livemode: false
  url: string
  use_case: unknown
  own: { returnUrl: string; refreshUrl: string; used: boolean }
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
  own: {
    bank: TestBank | null
    /** When the bank answers next; null for a bank that answers no more. */
    due: number | null
  }
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

/** Stripe's answer to a refused request: https://docs.stripe.com/api/errors */
export class Refusal extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; message: string; param?: string }

  constructor(
    message: string,
    options: { status?: number; type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = options.status ?? 400
    this.body = {
      type: options.type ?? 'invalid_request_error',
      message,
      ...(options.code ? { code: options.code } : {}),
      ...(options.param ? { param: options.param } : {}),
    }
  }
}
