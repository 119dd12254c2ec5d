import { balanceOf, restrict } from './account.ts'
import { type BankPayout, Refusal, type Transfer } from './objects.ts'
import { type Books, newObjectId } from './store.ts'

type Form = Record<string, string>

/** Stripe's banks take days; a minute lets a person see both states. */
const BANK = 60

/** https://docs.stripe.com/api/transfers/create */
export async function transfer(
  books: Books,
  form: Form,
  /** The part of the balance that is not available yet. */
  pending: number,
): Promise<Transfer> {
  const account = await books.find('v2.core.account', form['destination'] ?? '')
  if (!account) {
    throw new Refusal(`No such destination: '${form['destination']}'`, {
      code: 'resource_missing',
      param: 'destination',
    })
  }
  const { stripe_transfers: able } = account.configuration.recipient.capabilities.stripe_balance
  if (account.closed || able.status !== 'active') {
    throw new Refusal(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  }
  const amount = Number(form['amount'])
  if (!Number.isInteger(amount) || amount < 1) {
    throw new Refusal('Invalid positive integer', { code: 'parameter_invalid_integer' })
  }
  const currency = form['currency'] ?? books.terms.currency
  await books.lockBalance()
  if (amount > ((await books.balance()).get(currency) ?? 0) - pending) {
    throw new Refusal('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    })
  }
  const made = await books.put('transfer', {
    id: newObjectId('tr_1'),
    object: 'transfer',
    amount,
    amount_reversed: 0,
    currency,
    destination: account.id,
    transfer_group: form['transfer_group'] ?? null,
    metadata: { payout_id: form['metadata[payout_id]'] ?? '' },
    reversed: false,
    created: books.now,
  })
  await books.transact('transfer', made.id, { amount: -amount, currency })
  await announce(books, 'v1.transfer.created', made)
  await payOut(books, account.id)
  return made
}

function announce(books: Books, type: string, { id }: Transfer): Promise<void> {
  return books.announceThin(type, { id, type: 'transfer', url: `/v1/transfers/${id}` })
}

/** https://docs.stripe.com/api/transfer_reversals/create: the account may become negative. */
export async function reverse(books: Books, id: string, form: Form = {}): Promise<object> {
  const made = await books.get('transfer', id)
  const left = made.amount - made.amount_reversed
  const amount = Number(form['amount'] ?? left)
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new Refusal(
      `Transfer reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`,
      { param: 'amount' },
    )
  }
  made.amount_reversed += amount
  made.reversed = made.amount_reversed === made.amount
  await books.put('transfer', made)
  await books.transact('transfer_refund', made.id, { amount, currency: made.currency })
  await announce(books, 'v1.transfer.reversed', made)
  return { id: newObjectId('trr_1'), object: 'transfer_reversal', amount, transfer: made.id }
}

/** The account's automatic daily payout of all that it holds. */
export async function payOut(books: Books, accountId: string): Promise<void> {
  const { bank } = (await books.get('v2.core.account', accountId)).own
  for (const [currency, amount] of await balanceOf(books, accountId)) {
    if (amount < 1) continue
    const answersAt = books.now + BANK
    await putPayout(books, 'created', {
      id: newObjectId('po_1'),
      object: 'payout',
      account: accountId,
      amount,
      currency,
      status: 'in_transit',
      failure_code: null,
      reversed_by: null,
      arrival_date: answersAt,
      created: books.now,
      own: { bank, due: bank === null || bank === 'hangs' ? null : answersAt },
    })
  }
}

async function putPayout(books: Books, event: string, payout: BankPayout): Promise<void> {
  await books.put('payout', payout)
  const { id, account } = payout
  await books.announceThin(
    `v1.payout.${event}`,
    { id, type: 'payout', url: `/v1/payouts/${id}` },
    account,
  )
}

/** `returned`: the bank sends back later what it was paid. */
export type BankAnswer = 'paid' | 'failed' | 'returned'

export async function settlePayout(books: Books, id: string, what: BankAnswer): Promise<void> {
  const payout = await books.get('payout', id)
  const isPaid = payout.status === 'paid' && !payout.reversed_by
  if (payout.status !== 'in_transit' && !(isPaid && what === 'returned')) {
    throw new Refusal(`A payout that is ${payout.status} cannot be ${what}.`)
  }
  const returnsLater = what === 'paid' && payout.own.bank === 'returns'
  payout.own.due = returnsLater ? books.now + BANK : null
  if (what === 'returned') {
    payout.status = 'paid'
    payout.reversed_by = newObjectId('po_1')
    payout.failure_code = 'account_closed'
    await putPayout(books, 'updated', payout)
    await giveBack(books, payout)
    return
  }
  payout.status = what
  payout.failure_code = what === 'failed' ? 'no_account' : null
  await putPayout(books, what, payout)
  if (what === 'failed') {
    const why = 'The bank knows no such account.'
    await restrict(books, payout.account, { description: 'another_bank_account', why })
  }
}

/** What the test bank of a payout answers once it is due. */
export async function answerOfBank(books: Books, id: string): Promise<void> {
  const { status, own } = await books.get('payout', id)
  const what = own.bank === 'fails' ? 'failed' : status === 'paid' ? 'returned' : 'paid'
  await settlePayout(books, id, what)
}

/** Takes the money that a bank returned back from the account's last transfers. */
async function giveBack(books: Books, { account, currency, amount }: BankPayout): Promise<void> {
  let left = amount
  for (const each of await books.list('transfer', { destination: account, currency })) {
    const part = Math.min(left, each.amount - each.amount_reversed)
    if (part > 0) await reverse(books, each.id, { amount: String(part) })
    left -= part
  }
}
