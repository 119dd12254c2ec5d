import type { CardFee } from '@vignette/contract/price-floor.ts'
import type { FastifyInstance } from 'fastify'

export { GatewayError } from '../gateway-error.ts'

export type GatewayState = 'open' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed'

export interface GatewayRefund {
  id: string
  /** Our own id of the refund; null for one made at the gateway's own desk. */
  refundId: string | null
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
}

export interface GatewayDispute {
  id: string
  amount: number
  /** An inquiry moves no money: the bank asks, and may open a dispute later. */
  state: 'inquiry' | 'opened' | 'won' | 'lost'
  /** What happens now; an appeal goes on after a loss. */
  phase: 'needs_response' | 'under_review' | 'ended' | 'appealed'
  /** The gateway's word for the bank's reason: `fraudulent`, `product_not_received`… */
  reason: string
  /** The end of the time for evidence; null where the gateway names none. */
  dueBy: Date | null
  /** The gateway's fee for the dispute. */
  fee: number
}

/** What receipts call a tax. */
export type TaxName =
  | 'VAT'
  | 'GST'
  | 'HST'
  | 'PST'
  | 'QST'
  | 'consumption tax'
  | 'sales tax'
  | 'tax'

/** The tax of one jurisdiction that an amount includes. */
export interface Tax {
  /** A country, or a country and its state: `DE`, `US-NY`. */
  jurisdiction: string
  name: TaxName
  amount: number
}

export interface EvidenceFile {
  name: string
  type: 'image/jpeg' | 'image/png'
  bytes: Buffer
}

/** The evidence against a dispute, sent to the bank once and whole. */
export interface DisputeEvidence {
  /** What was sold. */
  product: string
  /** The day (UTC) of the delivery, such as `2026-11-20`; null without a delivery. */
  deliveredOn: string | null
  /** The log of delivery, opening and download, a line each. */
  access: string
  /** The terms of refunds, and when the buyer accepted them. */
  refundPolicy: string
  /** Receipt, history and the seller's note. */
  statement: string
  file: EvidenceFile | null
}

/** The gateway's view of one checkout and its payment. */
export interface GatewayPayment {
  sessionId: string
  /** The payment intent, once it exists. */
  intentId: string | null
  /** Our own id of the payment. */
  paymentId: string | null
  state: GatewayState
  amount: number
  capturedAmount: number
  currency: string
  /**
   * The taxes that the amount includes, one for each jurisdiction and none of zero; known once the
   * payment is authorised.
   */
  taxes: Tax[]
  /** The gateway was to compute the tax and could not, so the taxes in the amount are not known. */
  taxUnknown?: boolean
  /** The gateway's fee of the capture; null while unknown. */
  fee: number | null
  refunds: GatewayRefund[]
  disputes: GatewayDispute[]
  metadata: Record<string, string>
  /** When an authorisation expires by itself. */
  captureBefore: Date | null
  /**
   * The gateway's fingerprint of the card, the same for each checkout that the card pays; never the card
   * number.
   */
  card: string | null
  /** Whether the card is a prepaid one, where the gateway tells. */
  prepaid?: boolean
}

/** One movement of the balance at the gateway. */
export interface GatewayTransaction {
  id: string
  /** The vendor's own word, for people: `charge`, `refund`, `adjustment`, `payout`. */
  kind: string
  /** Null for a movement without a checkout: a payout or the gateway's own invoice. */
  intentId: string | null
  /** The change of the balance, after the gateway's fee. */
  net: number
  currency: string
  occurredAt: Date
}

/** A checkout at the gateway, and its payment intent once it exists. */
export interface GatewayReference {
  sessionId: string
  intentId: string | null
}

/** In the metadata of a checkout: how many proofs a sale offers that is proof-first. */
export const PROOF_DRAWS = 'proof_draws'

/** In the metadata of a checkout: why the amount is below the full price, in words. */
export const WHY_LESS = 'why_less'

export interface CheckoutRequest {
  paymentId: string
  amount: number
  currency: string
  title: string
  /** What the buyer gets, which decides on the tax. */
  makes: 'image' | 'video'
  /** May hold `{CHECKOUT_SESSION_ID}`, which the gateway replaces. */
  successUrl: string
  cancelUrl: string
  /** Names buyer, recipe version and creator share. */
  metadata: Record<string, string>
  idempotencyKey: string
  expiresAt: Date
}

/**
 * An event from the gateway. It only names the payment to look at: the state is then read with
 * `find`, so that events may arrive duplicated, late or in any order.
 */
export interface GatewayEvent {
  id: string
  /** The vendor's own word, for people. */
  name: string
  occurredAt: Date
  about: { sessionId: string | null; intentId: string | null; paymentId: string | null } | null
  /** A warning that a person should read. */
  warning: string | null
}

export interface PaymentGateway {
  id: 'stripe' | 'sandbox'
  testMode: boolean
  /** The gateway's fee of each capture, from which the lowest price follows. */
  fee: CardFee
  /** Whether new checkouts compute the buyer's tax, which the price includes. */
  includesTax: boolean
  publishableKey: string
  createCheckout(request: CheckoutRequest): Promise<GatewayReference & { url: string }>
  /** The state at the gateway; null for an unknown checkout. */
  find(by: { sessionId: string } | { intentId: string }): Promise<GatewayPayment | null>
  capture(
    payment: GatewayReference,
    amount: number,
    idempotencyKey: string,
  ): Promise<GatewayPayment>
  /** Cancels the authorisation, or expires an unpaid session. */
  release(
    /** `onlyOpen` leaves a checkout that a buyer has paid as it is. */
    payment: GatewayReference & { onlyOpen?: boolean },
    idempotencyKey: string,
  ): Promise<GatewayPayment>
  refund(
    payment: GatewayReference,
    refund: { refundId: string; amount: number; idempotencyKey: string },
  ): Promise<GatewayPayment>
  /** Uploads the file and sends the evidence to the bank, after which neither can be changed. */
  submitEvidence(
    payment: GatewayReference,
    dispute: { disputeId: string; evidence: DisputeEvidence; idempotencyKey: string },
  ): Promise<GatewayPayment>
  /** The header with the signature of an event. */
  readonly signatureHeader: string
  /** Verifies the signature over the raw body and translates the event; throws `bad_signature` on a forgery. */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): GatewayEvent | Promise<GatewayEvent>
  /**
   * For reconciliation: all checkouts since then. May leave out refunds and disputes that left no
   * money missing, so reconciliation reads each differing payment by its id.
   */
  list(since: Date): AsyncIterable<GatewayPayment>
  /** Every movement of the balance since then. */
  listTransactions(since: Date): AsyncIterable<GatewayTransaction>
  /** The balance that the gateway holds for us by currency, available and pending. */
  getBalance(): Promise<Map<string, number>>
  /** Asks the vendor, without cost, whether it takes the key; throws ProbeError. Absent for an embedded gateway. */
  probe?: () => Promise<string>
  /** For an embedded gateway: delivers pending events. */
  deliverEvents?(): Promise<void>
  /** For an embedded gateway: serves the pages that a vendor would host. */
  mount?(server: FastifyInstance): Promise<void>
}
