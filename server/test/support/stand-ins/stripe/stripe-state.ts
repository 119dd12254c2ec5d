import { randomBytes } from 'node:crypto'
import { computeTax } from './compute-tax.ts'
import {
  type BalanceTransaction,
  type Charge,
  type Dispute,
  type Intent,
  type Refund,
  Refusal,
  type Session,
  type StoredFile,
  type StripeEvent,
  type TaxTransaction,
} from './stripe-objects.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const DISPUTE_FEE = 1500
/** Recent income is pending; the exact amount matters to no test. */
export const PENDING = 1

export function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Stripe's books in memory, with the changes and refusals of its API. */
export class StripeState {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly balances = new Map<string, BalanceTransaction>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly files = new Map<string, StoredFile>()
  readonly events: StripeEvent[] = []
  /** What the tax report shows: nothing of a payment that was never captured. */
  readonly taxTransactions: TaxTransaction[] = []
  readonly now: () => number
  origin = ''

  constructor(now: () => number) {
    this.now = now
  }

  get<T>(map: Map<string, T>, id: string, kind: string): T {
    const found = map.get(id)
    if (found) return found
    throw new Refusal(`No such ${kind}: '${id}'`, {
      status: 404,
      code: 'resource_missing',
      param: 'id',
    })
  }

  /** https://docs.stripe.com/api/checkout/sessions/create: expires_at is 30 minutes to 24 hours away. */
  createSession(form: Record<string, string>): Session {
    const field = (name: string) => {
      const value = form[name]
      if (!value) {
        throw new Refusal(`Missing required param: ${name}.`, {
          code: 'parameter_missing',
          param: name,
        })
      }
      return value
    }
    if (field('mode') !== 'payment') throw new Refusal('Invalid mode')
    if (form['payment_intent_data[capture_method]'] !== 'manual') {
      throw new Refusal('This stand-in covers manual capture alone.')
    }
    const created = this.now()
    const expiresAt = Number(form['expires_at'] ?? created + DAY)
    if (expiresAt < created + HOUR / 2 || expiresAt > created + DAY) {
      throw new Refusal(
        'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation and less than 24 hours from it.',
        { param: 'expires_at' },
      )
    }
    const amount =
      Number(field('line_items[0][price_data][unit_amount]')) *
      Number(field('line_items[0][quantity]'))
    field('line_items[0][price_data][product_data][name]')
    if (amount < 50) {
      throw new Refusal(
        'The Checkout Session’s total amount due must add up to at least $0.50 usd',
        {
          code: 'amount_too_small',
        },
      )
    }
    const taxBehavior = this.readTaxBehavior(form)
    const id = newObjectId('cs_test')
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: field('line_items[0][price_data][currency]'),
      client_reference_id: form['client_reference_id'] ?? null,
      metadata: this.readMetadata(form, 'metadata'),
      success_url: field('success_url'),
      cancel_url: form['cancel_url'] ?? '',
      url: `${this.origin}/c/pay/${id}`,
      created,
      expires_at: expiresAt,
      automatic_tax: {
        enabled: taxBehavior !== null,
        status: taxBehavior ? 'requires_location_inputs' : null,
      },
      total_details: { amount_tax: 0, breakdown: { taxes: [] } },
      taxBehavior,
      payment_intent: null,
      intentMetadata: this.readMetadata(form, 'payment_intent_data[metadata]'),
    }
    this.sessions.set(id, session)
    return session
  }

  /** https://docs.stripe.com/tax/checkout: automatic tax needs to know what is sold and how it is priced. */
  private readTaxBehavior(form: Record<string, string>): Session['taxBehavior'] {
    if (form['automatic_tax[enabled]'] !== 'true') return null
    const code = form['line_items[0][price_data][product_data][tax_code]'] ?? ''
    if (!/^txcd_\d{8}$/.test(code)) {
      throw new Refusal(`Invalid tax code: '${code}'`, { param: 'tax_code' })
    }
    const behavior = form['line_items[0][price_data][tax_behavior]']
    if (behavior === 'inclusive' || behavior === 'exclusive') return behavior
    throw new Refusal('Prices of sessions with automatic tax need a tax_behavior.', {
      param: 'line_items[0][price_data][tax_behavior]',
    })
  }

  private readMetadata(form: Record<string, string>, prefix: string): Record<string, string> {
    return Object.fromEntries(
      Object.entries(form)
        .filter(([name]) => name.startsWith(`${prefix}[`))
        .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
    )
  }

  /** https://docs.stripe.com/api/checkout/sessions/expire */
  expireSession(id: string): Session {
    const session = this.get(this.sessions, id, 'checkout.session')
    if (session.status !== 'open') {
      throw new Refusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    session.status = 'expired'
    session.url = null
    this.announce('checkout.session.expired', session)
    return session
  }

  /**
   * Expires whatever is due: a session at its `expires_at`, an authorization at its `capture_before`
   * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
   */
  expire(): void {
    for (const session of this.sessions.values()) {
      if (session.status === 'open' && session.expires_at <= this.now()) {
        this.expireSession(session.id)
      }
    }
    for (const intent of this.intents.values()) {
      if (intent.status !== 'requires_capture') continue
      const charge = this.chargeOf(intent)
      const { capture_before: end = Number.POSITIVE_INFINITY } = charge.payment_method_details.card
      if (end > this.now()) continue
      this.announce('charge.expired', charge)
      this.cancel(intent.id)
    }
  }

  /** Authorises a card, as the hosted page does, which asks a taxed buyer for the address. */
  pay(sessionId: string, fingerprint = newObjectId('card'), place = 'DE'): Intent {
    const session = this.get(this.sessions, sessionId, 'checkout.session')
    if (session.status !== 'open') throw new Refusal('This session is not open.')
    if (session.taxBehavior) {
      const inclusive = session.taxBehavior === 'inclusive'
      const taxes = computeTax(session.amount_total, inclusive, place)
      const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
      session.total_details = { amount_tax: tax, breakdown: { taxes } }
      session.automatic_tax.status = 'complete'
      if (!inclusive) session.amount_total += tax
    }
    const intent: Intent = {
      id: newObjectId('pi'),
      object: 'payment_intent',
      status: 'requires_capture',
      amount: session.amount_total,
      amount_capturable: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      capture_method: 'manual',
      metadata: session.intentMetadata,
      latest_charge: newObjectId('ch'),
      created: this.now(),
    }
    this.charges.set(intent.latest_charge ?? '', {
      id: intent.latest_charge ?? '',
      object: 'charge',
      payment_intent: intent.id,
      amount: intent.amount,
      amount_captured: 0,
      amount_refunded: 0,
      captured: false,
      disputed: false,
      balance_transaction: null,
      payment_method_details: { card: { capture_before: this.now() + 7 * DAY, fingerprint } },
    })
    this.intents.set(intent.id, intent)
    session.payment_intent = intent.id
    session.status = 'complete'
    session.url = null
    this.announce('payment_intent.amount_capturable_updated', intent)
    this.announce('checkout.session.completed', session)
    return intent
  }

  private unexpected(intent: Intent, verb: string, needed: string): Refusal {
    return new Refusal(
      `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${needed}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }

  /** https://docs.stripe.com/api/payment_intents/capture */
  capture(id: string, form: Record<string, string>): Intent {
    const intent = this.get(this.intents, id, 'payment_intent')
    if (intent.status !== 'requires_capture') {
      throw this.unexpected(intent, 'captured', 'requires_capture')
    }
    const amount = Number(form['amount_to_capture'] ?? intent.amount_capturable)
    if (amount > intent.amount_capturable) {
      throw new Refusal('The amount to capture is greater than what is capturable.', {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      })
    }
    intent.status = 'succeeded'
    intent.amount_received = amount
    intent.amount_capturable = 0
    const charge = this.chargeOf(intent)
    charge.captured = true
    charge.amount_captured = amount
    const fee = Math.round(amount * 0.029) + 30
    const balance = this.transact('charge', charge.id, amount, fee)
    charge.balance_transaction = balance.id
    this.reportTax(intent.id, 'transaction', amount)
    this.announce('payment_intent.succeeded', intent)
    this.announce('charge.captured', charge)
    return intent
  }

  /** https://docs.stripe.com/tax/checkout: tax is reported once the payment succeeds, and less after a refund. */
  private reportTax(intentId: string, type: TaxTransaction['type'], amount: number): void {
    const session = [...this.sessions.values()].find((each) => each.payment_intent === intentId)
    if (!session?.taxBehavior) return
    const tax = Math.round((session.total_details.amount_tax * amount) / session.amount_total)
    this.taxTransactions.push({ type, payment_intent: intentId, amount, amount_tax: tax })
  }

  /** https://docs.stripe.com/api/payment_intents/cancel; a session's intent can be cancelled once authorised. */
  cancel(id: string): Intent {
    const intent = this.get(this.intents, id, 'payment_intent')
    if (intent.status !== 'requires_capture') {
      throw this.unexpected(intent, 'canceled', 'requires_capture')
    }
    intent.status = 'canceled'
    intent.amount_capturable = 0
    this.announce('payment_intent.canceled', intent)
    return intent
  }

  chargeOf(intent: Intent): Charge {
    return this.get(this.charges, intent.latest_charge ?? '', 'charge')
  }

  /** https://docs.stripe.com/api/refunds/create */
  refund(form: Record<string, string>): Refund {
    const intent = this.get(this.intents, form['payment_intent'] ?? '', 'payment_intent')
    if (intent.status !== 'succeeded') {
      throw new Refusal(
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        { code: 'payment_intent_unexpected_state' },
      )
    }
    const charge = this.chargeOf(intent)
    if (charge.disputed) {
      throw new Refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
    const left = charge.amount_captured - charge.amount_refunded
    if (left === 0) {
      throw new Refusal(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    const amount = Number(form['amount'] ?? left)
    if (!Number.isInteger(amount) || amount < 1) {
      throw new Refusal('Invalid positive integer', { code: 'parameter_invalid_integer' })
    }
    if (amount > left) {
      throw new Refusal(
        `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
        { param: 'amount' },
      )
    }
    charge.amount_refunded += amount
    const refund: Refund = {
      id: newObjectId('re'),
      object: 'refund',
      payment_intent: intent.id,
      charge: charge.id,
      amount,
      status: 'succeeded',
      metadata: this.readMetadata(form, 'metadata'),
      created: this.now(),
    }
    this.refunds.set(refund.id, refund)
    this.transact('refund', refund.id, -amount)
    this.reportTax(intent.id, 'reversal', -amount)
    this.announce('refund.created', refund)
    this.announce('charge.refunded', charge)
    return refund
  }

  /** https://docs.stripe.com/refunds#failed-refunds: the bank sends the money back. */
  failRefund(id: string): void {
    const refund = this.get(this.refunds, id, 'refund')
    refund.status = 'failed'
    this.transact('refund_failure', refund.id, refund.amount)
    this.reportTax(refund.payment_intent, 'reversal', refund.amount)
    this.get(this.charges, refund.charge, 'charge').amount_refunded -= refund.amount
    this.announce('refund.failed', refund)
  }

  /** https://docs.stripe.com/disputes/how-disputes-work: the amount and a fee are taken at once. */
  openDispute(
    intentId: string,
    amount?: number,
    { reason = 'fraudulent', inquiry = false }: { reason?: string; inquiry?: boolean } = {},
  ): Dispute {
    const intent = this.get(this.intents, intentId, 'payment_intent')
    const charge = this.chargeOf(intent)
    charge.disputed = !inquiry
    const contested = amount ?? charge.amount_captured - charge.amount_refunded
    const id = newObjectId('du')
    const dispute: Dispute = {
      id,
      object: 'dispute',
      payment_intent: intent.id,
      charge: charge.id,
      amount: contested,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
      reason,
      evidence: {},
      evidence_details: {
        due_by: this.now() + 14 * DAY,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      balance_transactions: inquiry
        ? []
        : [this.transact('adjustment', id, -contested, DISPUTE_FEE)],
      created: this.now(),
    }
    this.disputes.set(dispute.id, dispute)
    this.announce('charge.dispute.created', dispute)
    return dispute
  }

  /**
   * A won dispute returns the money as a second balance transaction; a lost dispute can be won on
   * appeal, and the money stays away until then.
   */
  closeDispute(id: string, status: 'won' | 'lost'): void {
    const before = this.get(this.disputes, id, 'dispute').status
    const dispute = this.moveDispute(id, status)
    this.get(this.charges, dispute.charge, 'charge').disputed = status === 'lost'
    if (status === 'won' && before !== 'won') this.adjust(dispute, dispute.amount)
    if (status === 'lost' && before === 'won') this.adjust(dispute, -dispute.amount)
  }

  /** An inquiry becomes a dispute: the bank takes the money. */
  escalateInquiry(id: string): void {
    const dispute = this.get(this.disputes, id, 'dispute')
    this.get(this.charges, dispute.charge, 'charge').disputed = true
    dispute.balance_transactions.push(this.transact('adjustment', id, -dispute.amount, DISPUTE_FEE))
    this.moveDispute(id, 'needs_response')
  }

  changeDispute(id: string, amount: number): void {
    const dispute = this.get(this.disputes, id, 'dispute')
    const taken = dispute.status !== 'won' && !dispute.status.startsWith('warning_')
    if (taken) this.adjust(dispute, dispute.amount - amount)
    dispute.amount = amount
    this.moveDispute(id, dispute.status)
  }

  private adjust(dispute: Dispute, amount: number): void {
    dispute.balance_transactions.push(this.transact('adjustment', dispute.id, amount))
  }

  /** Changes a dispute's status, for example on an appeal. */
  moveDispute(id: string, status: Dispute['status']): Dispute {
    const dispute = this.get(this.disputes, id, 'dispute')
    dispute.status = status
    const event = status === 'won' || status === 'lost' ? 'closed' : 'updated'
    this.announce(`charge.dispute.${event}`, dispute)
    return dispute
  }

  /** Every movement of the balance: https://docs.stripe.com/api/balance_transactions */
  transact(type: string, source: string | null, amount: number, fee = 0): BalanceTransaction {
    const transaction: BalanceTransaction = {
      id: newObjectId('txn'),
      object: 'balance_transaction',
      type,
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      source,
      created: this.now(),
    }
    this.balances.set(transaction.id, transaction)
    return transaction
  }

  /** All but a cent of recent income. */
  available(): number {
    return [...this.balances.values()].reduce((sum, { net }) => sum + net, 0) - PENDING
  }

  announce(type: string, object: object): void {
    this.events.push({
      id: newObjectId('evt'),
      object: 'event',
      type,
      api_version: '2026-10-28.endive',
      created: this.now(),
      livemode: false,
      // Events carry a snapshot of the object, however late they are delivered.
      data: { object: structuredClone(object) },
    })
  }
}
