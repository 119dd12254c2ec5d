import { closeAccount, createAccount, createLink } from './account.ts'
import { createSession, expireSession } from './checkout.ts'
import { createFile, type Parts, updateDispute } from './dispute.ts'
import {
  type BalanceTransaction,
  type ConnectAccount,
  type Intent,
  Refusal,
  type Session,
} from './objects.ts'
import { cancel, capture, refund } from './payment.ts'
import type { Kind, Kinds } from './schema.ts'
import type { Books } from './store.ts'
import { reverse, transfer } from './transfer.ts'

export interface Call {
  method: string
  path: string
  form: Record<string, string>
  /** The body of a call of the second version of the API. */
  json?: object
  upload?: Parts
  /** The `Stripe-Account` header. */
  actsFor?: string
}

export interface Rules {
  /** Stripe holds so much of the balance back as pending. */
  pending: number
}

const ID = /_.*[0-9a-f]{20}/

/** Every call that the sandbox knows; any other is refused. */
export async function route(books: Books, call: Call, { pending }: Rules): Promise<unknown> {
  const { method, path, form, json = {}, upload = {}, actsFor = '' } = call
  const [, , ...parts] = path.split('/')
  const name = `${method} ${parts.map((part) => (ID.test(part) ? ':id' : part)).join('/')}`
  const id = parts.find((part) => ID.test(part)) ?? ''
  const wanted = listed(form, 'expand')
  const show = (session: Session) => showSession(books, session, wanted)
  const ofIntent = () => ({ payment_intent: form['payment_intent'] ?? '' })
  switch (name) {
    case 'POST checkout/sessions':
      return show(await createSession(books, form))
    case 'GET checkout/sessions': {
      const inner = wanted.map((each) => each.replace(/^data\./, ''))
      const like = form['payment_intent'] ? ofIntent() : {}
      return page(books, 'checkout.session', form, like, (each) => showSession(books, each, inner))
    }
    case 'GET checkout/sessions/:id':
      return show(await books.get('checkout.session', id))
    case 'POST checkout/sessions/:id/expire':
      return show(await expireSession(books, id))
    case 'POST payment_intents/:id/capture':
      return capture(books, id, form)
    case 'POST payment_intents/:id/cancel':
      return cancel(books, id)
    case 'POST refunds':
      return refund(books, form)
    case 'GET refunds':
      return page(books, 'refund', form, ofIntent())
    case 'GET disputes':
      return page(books, 'dispute', form, ofIntent())
    case 'POST disputes/:id':
      return updateDispute(books, id, form)
    case 'POST files':
      return createFile(books, upload)
    case 'GET balance_transactions':
      return page(books, 'balance_transaction', form, {}, (each) =>
        wanted.includes('data.source') ? showSource(books, each) : each,
      )
    case 'GET balance':
      return showBalance(await books.balance(), pending, books.terms.currency)
    case 'POST core/accounts':
      return showAccount(await createAccount(books, json), [])
    case 'GET core/accounts/:id':
      return showAccount(await books.get('v2.core.account', id), listed(form, 'include'))
    case 'POST core/accounts/:id/close':
      return showAccount(await closeAccount(books, id), [])
    case 'POST core/account_links':
      return createLink(books, json)
    case 'GET accounts/:id/external_accounts':
      return showBanks(await books.get('v2.core.account', id))
    case 'POST transfers':
      return transfer(books, form, pending)
    case 'GET transfers': {
      const group = form['transfer_group']
      return page(books, 'transfer', form, group ? { transfer_group: group } : {})
    }
    case 'GET transfers/:id':
      return books.get('transfer', id)
    case 'POST transfers/:id/reversals':
      return reverse(books, id, form)
    case 'GET payouts':
      return page(books, 'payout', form, { account: actsFor })
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

/** The values of a list in a form: `expand[0]=…`. */
function listed(form: Call['form'], name: string): string[] {
  return Object.entries(form)
    .filter(([key]) => key.startsWith(name))
    .map(([, value]) => value)
}

async function page<K extends Kind>(
  books: Books,
  kind: K,
  form: Call['form'],
  like: Partial<Kinds[K]>,
  show: (each: Kinds[K]) => unknown = (each) => each,
): Promise<unknown> {
  const limit = Number(form['limit'] ?? 10)
  const found = await books.list(kind, like, {
    since: Number(form['created[gte]'] ?? 0),
    after: form['starting_after'],
    limit: limit + 1,
  })
  const data: unknown[] = []
  for (const each of found.slice(0, limit)) data.push(await show(each))
  return { object: 'list', data, has_more: found.length > limit, url: '/v1' }
}

/** https://docs.stripe.com/api/expanding_objects: ids by default. */
async function showSession(books: Books, session: Session, expand: string[]): Promise<unknown> {
  const { total_details: total, ...always } = session
  const { breakdown, ...sums } = total
  const shown = {
    ...always,
    total_details: expand.includes('total_details.breakdown') ? { ...sums, breakdown } : sums,
  }
  const { payment_intent: intent } = session
  if (!intent || !expand.includes('payment_intent')) return shown
  return {
    ...shown,
    payment_intent: await showIntent(books, await books.get('payment_intent', intent), expand),
  }
}

async function showIntent(books: Books, intent: Intent, expand: string[]): Promise<unknown> {
  if (!expand.includes('payment_intent.latest_charge')) return intent
  const charge = await books.get('charge', intent.latest_charge)
  const { balance_transaction: balance } = charge
  const isWhole = balance && expand.includes('payment_intent.latest_charge.balance_transaction')
  return {
    ...intent,
    latest_charge: isWhole
      ? { ...charge, balance_transaction: await books.get('balance_transaction', balance) }
      : charge,
  }
}

async function showSource(books: Books, transaction: BalanceTransaction): Promise<unknown> {
  const { source } = transaction
  const kinds = { ch: 'charge', re: 'refund', du: 'dispute' } as const
  const prefix = source?.split('_')[0]
  const found =
    source && (prefix === 'ch' || prefix === 're' || prefix === 'du')
      ? await books.find(kinds[prefix], source)
      : undefined
  return { ...transaction, source: found ?? source }
}

function showBalance(held: Map<string, number>, pending: number, own: string): unknown {
  const amounts = (part: (amount: number) => number) =>
    [...(held.size > 0 ? held : new Map([[own, 0]]))].map(([currency, amount]) => ({
      amount: part(amount),
      currency,
      source_types: { card: part(amount) },
    }))
  return {
    object: 'balance',
    livemode: false,
    available: amounts((amount) => amount - pending),
    pending: amounts(() => pending),
  }
}

/** Fields that the caller did not ask for are null, also where there is a value. */
function showAccount(account: ConnectAccount, include: string[]): unknown {
  const { configuration, identity, requirements, ...always } = account
  const shown = <T>(name: string, value: T) => (include.includes(name) ? value : null)
  return {
    ...always,
    configuration: shown('configuration.recipient', configuration),
    identity: shown('identity', identity),
    requirements: shown('requirements', requirements),
  }
}

function showBanks({ id, own: { name, bank, bankLast4 } }: ConnectAccount): unknown {
  const data = bankLast4
    ? [
        {
          id: `ba_${id}`,
          object: 'bank_account',
          created: 0,
          default_for_currency: true,
          account_holder_name: name,
          fingerprint: `fp_${bank ?? ''}${bankLast4}`,
          last4: bankLast4,
        },
      ]
    : []
  return { object: 'list', data, has_more: false, url: '/v1' }
}
