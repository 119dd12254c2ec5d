import type { FastifyInstance } from 'fastify'

export { GatewayError } from '../gateway-error.ts'

/** The vendor's word on an account; the states `none` and `paused` come from Vignette, not from a vendor. */
export type AccountState = 'started' | 'restricted' | 'ready' | 'rejected' | 'closed'

export interface PayoutAccountView {
  accountId: string
  state: AccountState
  /** What the vendor still asks for, in words for people. */
  missing: string[]
  missingBy: Date | null
  country: string | null
  bankLast4: string | null
  /** Differs where any detail of the bank account does that the vendor tells; null without one. */
  bankHash: string | null
  /** Why the account was rejected or restricted, in words for people. */
  reason: string | null
}

type TransferState = 'made' | 'partly_reversed' | 'reversed'

/** Money that went from our balance to a creator's account at the vendor. */
export interface TransferView {
  transferId: string
  /** Our own id of the payout; null for a transfer made at the vendor's own desk. */
  payoutId: string | null
  accountId: string
  amount: number
  /** The part that came back to our balance. */
  reversed: number
  currency: string
  state: TransferState
  createdAt: Date
}

/** Money that went from a creator's account at the vendor to the creator's bank. */
export interface BankPayoutView {
  id: string
  accountId: string
  amount: number
  currency: string
  /** `failed`: the bank refused the money; `returned`: the bank sent the money back later. */
  state: 'in_transit' | 'paid' | 'failed' | 'returned'
  /** The vendor's code of a failure, such as `no_account`. */
  failure: string | null
  arrivesAt: Date | null
  createdAt: Date
}

/**
 * An event from the vendor. It only names the account or transfer to look at: the state is then read
 * with `findAccount`, `findTransfer` or `listBankPayouts`, so that events may arrive duplicated, late
 * or in any order.
 */
export interface PayoutEvent {
  id: string
  /** The vendor's own word, for people. */
  name: string
  occurredAt: Date
  about: { accountId: string | null; transferId: string | null } | null
}

/** Where the operator pays a creator to. */
export interface BankDetails {
  name: string
  kind: 'person' | 'firm'
  /** An IBAN, or the account's number. */
  account: string
  /** The bank's code, which an IBAN needs none of. */
  bank: string | null
}

interface AccountRequest {
  creatorId: string
  /** Some vendors refuse a creator without one, with `email_missing`. */
  email: string | null
  /** ISO 3166-1 alpha-2, in capitals. */
  country: string
  idempotencyKey: string
}

export interface TransferRequest {
  payoutId: string
  accountId: string
  amount: number
  currency: string
  idempotencyKey: string
}

export interface ReversalRequest {
  transferId: string
  reversalId: string
  amount: number
  idempotencyKey: string
}

export interface PayoutGateway {
  id: 'stripe' | 'sandbox' | 'manual'
  testMode: boolean
  openAccount(request: AccountRequest): Promise<{ accountId: string }>
  /** A page where the creator gives what the vendor asks for; the link works once or for a short time. */
  createOnboardingLink(
    accountId: string,
    pages: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string; expiresAt: Date }>
  /** The state at the vendor; null for an unknown account. */
  findAccount(accountId: string): Promise<PayoutAccountView | null>
  /**
   * Refused with a GatewayError of code `account_restricted` where the account cannot receive, or
   * `insufficient_balance` where our balance is too small; nothing has moved then. A vendor keeps a
   * key for a day, so after a lost answer ask `findTransfer` first.
   */
  transfer(request: TransferRequest): Promise<TransferView>
  /**
   * Takes money back, whereby the creator's account at the vendor may become negative; refused with
   * `not_reversible` where a person pays by hand.
   */
  reverse(request: ReversalRequest): Promise<TransferView>
  /**
   * Finds the transfer by Vignette's own id where the answer to `transfer` was lost; null for an
   * unknown transfer.
   */
  findTransfer(by: { transferId: string } | { payoutId: string }): Promise<TransferView | null>
  /** For reconciliation: all transfers since then. */
  listTransfers(since: Date): AsyncIterable<TransferView>
  listBankPayouts(accountId: string, since: Date): AsyncIterable<BankPayoutView>
  /** What is available for transfers, by currency; null where the vendor holds no balance of the platform. */
  getBalance(): Promise<Map<string, number> | null>
  /** Ends the account at the vendor, for ever; refused with `balance_left` while the account holds money. */
  closeAccount(accountId: string): Promise<void>
  /** The header with the signature of an event; undefined where no vendor sends events. */
  readonly signatureHeader: string | undefined
  /** Verifies the signature over the raw body and translates the event; throws `bad_signature` on a forgery. */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PayoutEvent | Promise<PayoutEvent>
  /** For payouts made by hand: the details with which the transfer was made, for the operator's list; null without a transfer. */
  findBankDetails?(payoutId: string): Promise<BankDetails | null>
  /** Asks the vendor, without cost, whether it takes the key; throws ProbeError. Absent where there is no vendor. */
  probe?: () => Promise<string>
  /** For an embedded gateway: moves what is due, and delivers pending events. */
  deliverEvents?(): Promise<void>
  /** For an embedded gateway: serves the pages that a vendor would host. */
  mount?(server: FastifyInstance): Promise<void>
}
