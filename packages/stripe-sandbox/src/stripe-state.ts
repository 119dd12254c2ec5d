import { computeTax } from './compute-tax.ts'
import { readMetadata, readSession } from './read-session.ts'
import { newObjectId, StripeBooks } from './stripe-books.ts'
import {
  type Dispute,
  type Intent,
  type Refund,
  Refusal,
  type Session,
  type TaxTransaction,
} from './stripe-objects.ts'

const DAY = 86_400
const DISPUTE_FEE = 1500

/** Stripe's books in memory, with the changes and refusals of its API. */
export class StripeState extends StripeBooks {
  createSession(form: Record<string, string>): Session {
    const session = readSession(form, { now: this.now(), origin: this.origin })
    this.sessions.set(session.id, session)
    return session
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
   * Expires what is due: a session at its `expires_at`, an authorisation at its `capture_before`
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
      metadata: readMetadata(form, 'metadata'),
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
}
