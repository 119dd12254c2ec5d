import type { CardFee } from '@vignette/contract/price-floor.ts'

export type GatewayState = 'open' | 'authorized' | 'captured' | 'released' | 'expired' | 'failed'

export interface GatewayRefund {
  id: string
  /** Our own id of it, where we asked for it; null for one made at the gateway's own desk. */
  refundId: string | null
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
}

export interface GatewayDispute {
  id: string
  amount: number
  state: 'opened' | 'won' | 'lost'
  /** What the gateway keeps for the dispute itself. */
  fee: number
}

/** The gateway's view of one checkout and all that became of it. */
export interface GatewayPayment {
  sessionId: string
  /** The intent behind it, once there is one. */
  intentId: string | null
  /** Our own id of the payment. */
  paymentId: string | null
  state: GatewayState
  amount: number
  capturedAmount: number
  currency: string
  /** What the gateway kept of the capture; null until it says. */
  fee: number | null
  refunds: GatewayRefund[]
  disputes: GatewayDispute[]
  metadata: Record<string, string>
  /** When an authorisation expires by itself. */
  captureBefore: Date | null
  /** The gateway's own fingerprint of the card, the same for each checkout that it pays; never its number. */
  card: string | null
}

/** One movement of the balance at the gateway. */
export interface GatewayTransaction {
  id: string
  /** The vendor's own word, for people: `charge`, `refund`, `adjustment`, `payout`. */
  kind: string
  /** Null where it is about no checkout: payouts, the gateway's own invoices. */
  intentId: string | null
  /** By how much it changed the balance, after what the gateway kept. */
  net: number
  currency: string
  occurredAt: Date
}

/** A checkout at the gateway, and the intent behind it once there is one. */
export interface GatewayReference {
  sessionId: string
  intentId: string | null
}

export interface CheckoutRequest {
  paymentId: string
  amount: number
  currency: string
  title: string
  /** May hold `{CHECKOUT_SESSION_ID}`, which the gateway replaces. */
  successUrl: string
  cancelUrl: string
  /** Names buyer, recipe version and creator share. */
  metadata: Record<string, string>
  idempotencyKey: string
  expiresAt: Date
}

/**
 * News from the gateway. It says only what to look at: the truth is then read with `find`, so that
 * news may come doubled, late or in any order.
 */
export interface GatewayEvent {
  id: string
  /** The vendor's own word, for people. */
  name: string
  occurredAt: Date
  about: { sessionId: string | null; intentId: string | null; paymentId: string | null } | null
  /** Something a person should look at. */
  warning: string | null
}

export interface PaymentGateway {
  id: 'stripe' | 'sandbox'
  testMode: boolean
  /** What it keeps of each capture; the lowest price follows from it. */
  fee: CardFee
  publishableKey: string
  createCheckout(request: CheckoutRequest): Promise<GatewayReference & { url: string }>
  /** The truth at the gateway; null where it knows no such checkout. */
  find(by: { sessionId: string } | { intentId: string }): Promise<GatewayPayment | null>
  capture(
    payment: GatewayReference,
    amount: number,
    idempotencyKey: string,
  ): Promise<GatewayPayment>
  /** Lets the authorization go, or expires a session nobody paid. */
  release(payment: GatewayReference, idempotencyKey: string): Promise<GatewayPayment>
  refund(
    payment: GatewayReference,
    refund: { refundId: string; amount: number; idempotencyKey: string },
  ): Promise<GatewayPayment>
  /** Checks the signature over the raw body and translates; throws `bad_signature` on a forgery. */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): GatewayEvent
  /**
   * For reconciliation: everything created since. May leave out refunds and disputes that left no
   * money missing, so what differs is asked for by name.
   */
  list(since: Date): AsyncIterable<GatewayPayment>
  /** Every movement of the balance since, whatever it is about. */
  listTransactions(since: Date): AsyncIterable<GatewayTransaction>
  /** What the gateway holds for us by currency, available or not yet. */
  getBalance(): Promise<Map<string, number>>
  /** Where the gateway is embedded: hands over events that nobody has taken yet. */
  deliverEvents?(): Promise<void>
}

/** The only error a gateway throws. */
export class GatewayError extends Error {
  readonly code: string
  readonly retryable: boolean
  /** The gateway keeps this answer with its idempotency key: only another key can bring another. */
  readonly kept: boolean
  readonly publicMessage: string

  constructor(
    code: string,
    publicMessage: string,
    options: { retryable: boolean; kept?: boolean; cause?: unknown },
  ) {
    super(`${code}: ${publicMessage}`, { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.publicMessage = publicMessage
    this.retryable = options.retryable
    this.kept = options.kept ?? false
  }
}
