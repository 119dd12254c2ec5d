/**
 * The parts of Stripe's objects that we read, with the names and meanings of its API reference
 * (https://docs.stripe.com/api/checkout/sessions/object, …/payment_intents/object, …/charges/object,
 * …/refunds/object, …/disputes/object) and of the SDK's own types (`stripe/esm/resources/*.d.ts`).
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
  /** Not part of the object: whether the line's price includes its tax. */
  taxBehavior: 'inclusive' | 'exclusive' | null
  /** Absent until the buyer has given a card (since API version 2022-08-01). */
  payment_intent: string | null
  intentMetadata: Record<string, string>
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
  latest_charge: string | null
  created: number
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
}

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

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  api_version: string
  created: number
  livemode: false
  data: { object: object }
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
