import { readMetadata } from './checkout.ts'
import { openDispute, warnOfFraud } from './dispute.ts'
import { type Charge, type Intent, type Refund, Refusal, type TaxTransaction } from './objects.ts'
import { type Books, newObjectId } from './store.ts'
import { formatSum } from './terms.ts'

type Form = Record<string, string>

/** Stripe's test cards take “some time”; a minute lets a person see both states. */
const LATER = 60

function unexpected(intent: Intent, verb: string): Refusal {
  return new Refusal(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: requires_capture.`,
    { code: 'payment_intent_unexpected_state' },
  )
}

/** https://docs.stripe.com/api/payment_intents/capture */
export async function capture(books: Books, id: string, form: Form = {}): Promise<Intent> {
  const intent = await books.get('payment_intent', id)
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'captured')
  const amount = Number(form['amount_to_capture'] ?? intent.amount_capturable)
  if (amount < 1 || amount > intent.amount_capturable) {
    throw new Refusal('The amount to capture is greater than what is capturable.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  await books.put('payment_intent', intent)
  const charge = await books.get('charge', intent.latest_charge)
  charge.captured = true
  charge.amount_captured = amount
  const { currency } = intent
  const { basisPoints, fixed } = books.terms
  const fee = Math.round((amount * basisPoints) / 10_000) + fixed
  const balance = await books.transact('charge', charge.id, { amount, fee, currency })
  charge.balance_transaction = balance.id
  await books.put('charge', charge)
  await reportTax(books, intent.id, 'transaction', amount)
  await books.announce('payment_intent.succeeded', intent)
  await books.announce('charge.captured', charge)
  await beginTrouble(books, charge)
  return intent
}

/** What Stripe's test cards bring after the capture. */
async function beginTrouble(books: Books, charge: Charge): Promise<void> {
  const { payment_intent: intent, own } = charge
  switch (own.later) {
    case 'dispute':
      await openDispute(books, intent)
      break
    case 'dispute_not_received':
      await openDispute(books, intent, { reason: 'product_not_received' })
      break
    case 'inquiry':
      await openDispute(books, intent, { inquiry: true })
      break
    case 'fraud_warning':
      await warnOfFraud(books, intent)
      break
    default:
  }
}

/** https://docs.stripe.com/tax/checkout: tax is reported once the payment succeeds, and less after a refund. */
async function reportTax(
  books: Books,
  intentId: string,
  type: TaxTransaction['type'],
  amount: number,
): Promise<void> {
  const [session] = await books.list('checkout.session', { payment_intent: intentId })
  if (!session?.own.taxBehavior) return
  const tax = Math.round((session.total_details.amount_tax * amount) / session.amount_total)
  await books.put('tax.transaction', {
    id: newObjectId('tax'),
    object: 'tax.transaction',
    type,
    payment_intent: intentId,
    amount,
    amount_tax: tax,
  })
}

/** https://docs.stripe.com/api/payment_intents/cancel; a session's intent can be cancelled once authorised. */
export async function cancel(books: Books, id: string): Promise<Intent> {
  const intent = await books.get('payment_intent', id)
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'canceled')
  intent.status = 'canceled'
  intent.amount_capturable = 0
  await books.put('payment_intent', intent)
  await books.announce('payment_intent.canceled', intent)
  return intent
}

/** The end of a hold: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export async function endHold(books: Books, id: string): Promise<void> {
  const intent = await books.get('payment_intent', id)
  await books.announce('charge.expired', await books.get('charge', intent.latest_charge))
  await cancel(books, id)
}

/** https://docs.stripe.com/api/refunds/create */
export async function refund(books: Books, form: Form): Promise<Refund> {
  const intent = await books.get('payment_intent', form['payment_intent'] ?? '')
  if (intent.status !== 'succeeded') {
    throw new Refusal(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const charge = await books.get('charge', intent.latest_charge)
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
      `Refund amount (${formatSum(books.terms, amount)}) is greater than unrefunded amount on charge (${formatSum(books.terms, left)})`,
      { param: 'amount' },
    )
  }
  charge.amount_refunded += amount
  await books.put('charge', charge)
  const { later } = charge.own
  const made = await books.put('refund', {
    id: newObjectId('re'),
    object: 'refund',
    payment_intent: intent.id,
    charge: charge.id,
    amount,
    status: later === 'refund_pending' ? 'pending' : 'succeeded',
    metadata: readMetadata(form, 'metadata'),
    created: books.now,
    own: { due: later?.startsWith('refund_') ? books.now + LATER : null },
  })
  await books.transact('refund', made.id, { amount: -amount, currency: intent.currency })
  await reportTax(books, intent.id, 'reversal', -amount)
  await books.announce('refund.created', made)
  await books.announce('charge.refunded', charge)
  return made
}

/** A failed refund comes back from the bank: https://docs.stripe.com/refunds#failed-refunds */
export async function settleRefund(
  books: Books,
  id: string,
  status: 'succeeded' | 'failed',
): Promise<void> {
  const made = await books.get('refund', id)
  if (made.status === status) throw new Refusal(`The refund is ${status}.`)
  await books.put('refund', Object.assign(made, { status, own: { due: null } }))
  if (status === 'failed') {
    const charge = await books.get('charge', made.charge)
    charge.amount_refunded -= made.amount
    await books.put('charge', charge)
    const { currency } = await books.get('payment_intent', made.payment_intent)
    await books.transact('refund_failure', made.id, { amount: made.amount, currency })
    await reportTax(books, made.payment_intent, 'reversal', made.amount)
  }
  await books.announce(status === 'failed' ? 'refund.failed' : 'refund.updated', made)
}
