import type Stripe from 'stripe'
import type {
  GatewayDispute,
  GatewayPayment,
  GatewayRefund,
  GatewayState,
  GatewayTransaction,
  Tax,
  TaxName,
} from '../spec.ts'

export const EXPANSIONS = [
  'payment_intent',
  'payment_intent.latest_charge',
  'payment_intent.latest_charge.balance_transaction',
  'total_details.breakdown',
]

function unfold<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'object' && value !== null ? value : null
}

/** Translates a session with its expanded intent. */
export function mapPayment(
  session: Stripe.Checkout.Session,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): GatewayPayment {
  const intent = unfold(session.payment_intent)
  const charge = unfold(intent?.latest_charge)
  const balance = unfold(charge?.balance_transaction)
  return {
    sessionId: session.id,
    intentId:
      intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    paymentId: session.metadata?.['payment_id'] ?? session.client_reference_id ?? null,
    state: mapState(session, intent),
    amount: session.amount_total ?? 0,
    capturedAmount: intent?.amount_received ?? 0,
    currency: session.currency ?? 'usd',
    taxes: mapTaxes(session),
    taxUnknown: isTaxUnknown(session),
    fee: intent?.status === 'succeeded' && balance ? balance.fee : null,
    refunds: refunds.flatMap(mapRefund),
    disputes: disputes.flatMap(mapDispute),
    metadata: session.metadata ?? {},
    captureBefore: intent && charge ? captureBeforeOf(intent, charge) : null,
    card: charge?.payment_method_details?.card?.fingerprint ?? null,
    prepaid: charge?.payment_method_details?.card?.funding === 'prepaid',
  }
}

const TAX_NAMES: Partial<Record<string, TaxName>> = {
  vat: 'VAT',
  gst: 'GST',
  hst: 'HST',
  pst: 'PST',
  qst: 'QST',
  jct: 'consumption tax',
  sales_tax: 'sales tax',
}

/**
 * Where Stripe Tax fails, the buyer may pay nevertheless: the breakdown is then as empty as where
 * no tax is due.
 */
function isTaxUnknown({ automatic_tax: tax, status }: Stripe.Checkout.Session): boolean {
  return status === 'complete' && tax.enabled && tax.status !== 'complete'
}

/** Adds up the rates of one jurisdiction: a state's, county's and city's sales tax is the state's. */
function mapTaxes({ total_details: total }: Stripe.Checkout.Session): Tax[] {
  const taxes = new Map<string, Tax>()
  for (const { amount, rate } of total?.breakdown?.taxes ?? []) {
    if (amount === 0) continue
    const jurisdiction = [rate.country ?? 'unknown', ...(rate.state ? [rate.state] : [])].join('-')
    const name = TAX_NAMES[rate.tax_type ?? ''] ?? 'tax'
    const before = taxes.get(jurisdiction)
    taxes.set(jurisdiction, {
      jurisdiction,
      name: before && before.name !== name ? 'tax' : name,
      amount: amount + (before?.amount ?? 0),
    })
  }
  return [...taxes.values()]
}

/**
 * The shortest authorisation of any card network is five days less six hours; we assume less where the end is
 * unknown.
 */
const SHORTEST_HOLD_SECONDS = 4 * 86_400

function captureBeforeOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge): Date {
  const told = charge.payment_method_details?.card?.capture_before
  return new Date((told ?? intent.created + SHORTEST_HOLD_SECONDS) * 1000)
}

/**
 * With manual capture Stripe's `payment_status` stays `unpaid` until the capture, so the intent
 * decides. A refused card leaves the session open: the buyer may try another.
 */
function mapState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): GatewayState {
  if (intent?.status === 'succeeded') return 'captured'
  if (intent?.status === 'requires_capture') return 'authorized'
  if (session.status === 'expired') return 'expired'
  if (intent?.status === 'canceled') return 'released'
  return session.status === 'complete' && intent?.status === 'requires_payment_method'
    ? 'failed'
    : 'open'
}

function mapRefund(refund: Stripe.Refund): GatewayRefund[] {
  const state =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending'
  return [
    {
      id: refund.id,
      refundId: refund.metadata?.['refund_id'] ?? null,
      amount: refund.amount,
      state,
    },
  ]
}

/** An inquiry (`warning_…`) moves no money. During an appeal the money of the lost dispute stays away. */
const STAGES: Record<string, Pick<GatewayDispute, 'state' | 'phase'>> = {
  warning_needs_response: { state: 'inquiry', phase: 'needs_response' },
  warning_under_review: { state: 'inquiry', phase: 'under_review' },
  warning_closed: { state: 'inquiry', phase: 'ended' },
  needs_response: { state: 'opened', phase: 'needs_response' },
  under_review: { state: 'opened', phase: 'under_review' },
  won: { state: 'won', phase: 'ended' },
  lost: { state: 'lost', phase: 'ended' },
  appeal_needs_response: { state: 'lost', phase: 'appealed' },
  appeal_under_review: { state: 'lost', phase: 'appealed' },
}

function mapDispute(dispute: Stripe.Dispute): GatewayDispute[] {
  // A prevented dispute moved no money and waits for nothing.
  if (dispute.status === 'prevented') return []
  const stage = STAGES[dispute.status]
  // A status that came after this version: Stripe took the money when the dispute began.
  const { state, phase } = stage ?? { state: 'opened', phase: 'under_review' }
  const dueBy = dispute.evidence_details.due_by
  return [
    {
      id: dispute.id,
      amount: dispute.amount,
      state,
      phase,
      reason: dispute.reason,
      dueBy: dueBy === null ? null : new Date(dueBy * 1000),
      // A returned part of the fee is a negative fee.
      fee: Math.max(
        0,
        dispute.balance_transactions.reduce((sum, each) => sum + each.fee, 0),
      ),
    },
  ]
}

/** The charge shows no refund and no dispute, so neither list needs reading. */
export function isUntouched(session: Stripe.Checkout.Session): boolean {
  const charge = unfold(unfold(session.payment_intent)?.latest_charge)
  return charge !== null && charge.amount_refunded === 0 && !charge.disputed
}

export function mapTransaction(transaction: Stripe.BalanceTransaction): GatewayTransaction {
  const { id, type, net, currency, created } = transaction
  const source: object | null = unfold<object>(transaction.source)
  const intent = source && 'payment_intent' in source ? source.payment_intent : null
  return {
    id,
    kind: type,
    intentId: typeof intent === 'string' ? intent : null,
    net,
    currency,
    occurredAt: new Date(created * 1000),
  }
}
