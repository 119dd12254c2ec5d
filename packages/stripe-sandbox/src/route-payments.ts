import { createFile, type Parts, updateDispute } from './evidence-desk.ts'
import { nameCall } from './name-call.ts'
import { newestFirst } from './newest-first.ts'
import { PENDING } from './stripe-books.ts'
import type { BalanceTransaction, Charge, Intent, Session } from './stripe-objects.ts'
import { Refusal } from './stripe-objects.ts'
import type { StripeState } from './stripe-state.ts'

/** The calls of checkout, of payments and of what follows them. */
export function routePayments(
  state: StripeState,
  method: string,
  path: string,
  form: Record<string, string>,
  upload: Parts,
): unknown {
  const { name, id, parts } = nameCall(method, path)
  const wanted = readExpand(form)
  const showSession = (session: Session) => presentSession(state, session, wanted)
  switch (name) {
    case 'POST checkout/sessions':
      return showSession(state.createSession(form))
    case 'GET checkout/sessions':
      return newestFirst(
        [...state.sessions.values()]
          .filter(
            (each) => !form['payment_intent'] || each.payment_intent === form['payment_intent'],
          )
          .filter((each) => each.created >= Number(form['created[gte]'] ?? 0)),
        form,
        (session) =>
          presentSession(
            state,
            session,
            wanted.map((each) => each.replace(/^data\./, '')),
          ),
      )
    case 'GET checkout/sessions/:id':
      return showSession(state.get(state.sessions, id, 'checkout.session'))
    case 'POST checkout/sessions/:id/expire':
      return showSession(state.expireSession(id))
    case 'POST payment_intents/:id/capture':
      return state.capture(id, form)
    case 'POST payment_intents/:id/cancel':
      return state.cancel(id)
    case 'POST refunds':
      return state.refund(form)
    case 'GET refunds':
      return newestFirst(
        [...state.refunds.values()].filter(
          (each) => each.payment_intent === form['payment_intent'],
        ),
        form,
        (refund) => refund,
      )
    case 'GET disputes':
      return newestFirst(
        [...state.disputes.values()].filter(
          (each) => each.payment_intent === form['payment_intent'],
        ),
        form,
        (dispute) => dispute,
      )
    case 'POST files':
      return createFile(state, upload)
    case 'POST disputes/:id':
      return updateDispute(state, id, form)
    case 'GET balance_transactions':
      return newestFirst(
        [...state.balances.values()].filter(
          (each) => each.created >= Number(form['created[gte]'] ?? 0),
        ),
        form,
        (transaction) =>
          wanted.includes('data.source') ? presentSource(state, transaction) : transaction,
      )
    case 'GET balance': {
      const amounts = (amount: number) => [
        { amount, currency: 'usd', source_types: { card: amount } },
      ]
      return {
        object: 'balance',
        livemode: false,
        available: amounts(state.available()),
        pending: amounts(PENDING),
      }
    }
    default: {
      const resource = parts[0]?.replace(/s$/, '') ?? 'resource'
      if (id === '' && parts.length > 1) {
        throw new Refusal(`No such ${resource}: '${parts.at(-1)}'`, {
          status: 404,
          code: 'resource_missing',
        })
      }
      throw new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 })
    }
  }
}

function readExpand(form: Record<string, string>): string[] {
  return Object.entries(form)
    .filter(([name]) => name.startsWith('expand['))
    .map(([, value]) => value)
}

/** https://docs.stripe.com/api/expanding_objects: ids by default. */
function presentSession(state: StripeState, session: Session, expand: string[]): unknown {
  const { intentMetadata: _, taxBehavior: __, total_details: total, ...always } = session
  const { breakdown, ...sums } = total
  const shown = {
    ...always,
    total_details: expand.includes('total_details.breakdown') ? { ...sums, breakdown } : sums,
  }
  const intent = state.intents.get(session.payment_intent ?? '')
  if (!intent || !expand.includes('payment_intent')) return shown
  return { ...shown, payment_intent: presentIntent(state, intent, expand) }
}

function presentIntent(state: StripeState, intent: Intent, expand: string[]): unknown {
  if (!expand.includes('payment_intent.latest_charge')) return intent
  return { ...intent, latest_charge: presentCharge(state, state.chargeOf(intent), expand) }
}

function presentCharge(state: StripeState, charge: Charge, expand: string[]): unknown {
  const balance = state.balances.get(charge.balance_transaction ?? '')
  return expand.includes('payment_intent.latest_charge.balance_transaction') && balance
    ? { ...charge, balance_transaction: balance }
    : charge
}

function presentSource(state: StripeState, transaction: BalanceTransaction): unknown {
  const id = transaction.source ?? ''
  const source = state.charges.get(id) ?? state.refunds.get(id) ?? state.disputes.get(id)
  return { ...transaction, source: source ?? transaction.source }
}
