import { randomBytes } from 'node:crypto'
import {
  type AccountLink,
  type Capability,
  type ConnectAccount,
  Refusal,
  type Requirement,
} from './objects.ts'
import { type Books, newObjectId } from './store.ts'

const FIRST_QUESTIONS = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.individual.date_of_birth.day',
  'identity.individual.date_of_birth.month',
  'identity.individual.date_of_birth.year',
  'external_account',
]

const capability = (status: Capability['status'], code?: string): Capability => ({
  status,
  status_details: code ? [{ code, resolution: 'provide_info' }] : [],
})

function question(
  description: string,
  reason: Requirement['requested_reasons'][number]['code'],
  why?: string,
): Requirement {
  return {
    description,
    awaiting_action_from: 'user',
    errors: why ? [{ code: 'sandbox', description: why }] : [],
    minimum_deadline: { status: 'past_due' },
    requested_reasons: [{ code: reason }],
  }
}

/** https://docs.stripe.com/api/v2/core/accounts/create */
export async function createAccount(
  books: Books,
  given: {
    contact_email?: string
    dashboard?: string
    identity?: { country?: string }
    configuration?: {
      recipient?: {
        capabilities?: { stripe_balance?: { stripe_transfers?: { requested?: boolean } } }
      }
    }
    defaults?: { responsibilities?: Record<string, string> }
    metadata?: Record<string, string>
  },
): Promise<ConnectAccount> {
  const recipient = given.configuration?.recipient?.capabilities?.stripe_balance
  if (!recipient?.stripe_transfers?.requested || !given.identity?.country) {
    throw new Refusal('The sandbox covers recipients of a known country alone.')
  }
  if (!given.contact_email) throw new Refusal('Recipients need a contact_email.')
  const { fees_collector: fees, losses_collector: losses } = given.defaults?.responsibilities ?? {}
  if (given.dashboard !== 'express' || fees !== 'application' || losses !== 'application') {
    throw new Refusal('Separate charges and transfers need the platform to carry the losses.')
  }
  const restricted = () => capability('restricted', 'requirements_past_due')
  const account: ConnectAccount = {
    id: newObjectId('acct_1'),
    object: 'v2.core.account',
    closed: false,
    contact_email: given.contact_email,
    dashboard: given.dashboard,
    metadata: given.metadata ?? {},
    identity: { country: given.identity.country },
    configuration: {
      recipient: {
        applied: true,
        capabilities: {
          stripe_balance: { stripe_transfers: restricted(), payouts: restricted() },
        },
      },
    },
    requirements: {
      entries: FIRST_QUESTIONS.map((each) => question(each, 'routine_onboarding')),
      summary: { minimum_deadline: { status: 'past_due', time: null } },
    },
    created: books.isoNow(),
    livemode: false,
    own: { name: null, bank: null, bankLast4: null },
  }
  await put(books, account, 'v2.core.account.created')
  return account
}

async function put(books: Books, account: ConnectAccount, event: string): Promise<void> {
  await books.put('v2.core.account', account)
  const { id } = account
  await books.announceThin(event, {
    id,
    type: 'v2.core.account',
    url: `/v2/core/accounts/${id}`,
  })
}

const CAPABILITY_CHANGED = 'v2.core.account[configuration.recipient].capability_status_updated'

function setCapabilities(account: ConnectAccount, to: Capability): void {
  account.configuration.recipient.capabilities.stripe_balance = {
    stripe_transfers: to,
    payouts: structuredClone(to),
  }
}

/** What the hosted onboarding does. */
export async function identify(
  books: Books,
  id: string,
  own: Partial<ConnectAccount['own']> = {},
): Promise<void> {
  const account = await books.get('v2.core.account', id)
  Object.assign(account.own, { bankLast4: '6789' }, own)
  setCapabilities(account, capability('active'))
  account.requirements.entries = []
  await put(books, account, CAPABILITY_CHANGED)
}

/** Stripe asks for more and stops the account until then. */
export async function restrict(
  books: Books,
  id: string,
  {
    description,
    why,
    time = null,
    own = {},
  }: {
    description: string
    why?: string
    time?: Date | null
    own?: Partial<ConnectAccount['own']>
  },
): Promise<void> {
  const account = await books.get('v2.core.account', id)
  Object.assign(account.own, own)
  setCapabilities(account, capability('restricted', 'requirements_past_due'))
  account.requirements.entries = [question(description, 'routine_verification', why)]
  account.requirements.summary.minimum_deadline.time = time?.toISOString() ?? null
  await put(books, account, 'v2.core.account[requirements].updated')
}

export async function reject(
  books: Books,
  id: string,
  own: Partial<ConnectAccount['own']> = {},
): Promise<void> {
  const account = await books.get('v2.core.account', id)
  Object.assign(account.own, own)
  setCapabilities(account, capability('rejected', 'rejected_listed'))
  account.requirements.entries = []
  await put(books, account, CAPABILITY_CHANGED)
}

/** https://docs.stripe.com/api/v2/core/accounts/close; the person's details are forgotten. */
export async function closeAccount(books: Books, id: string): Promise<ConnectAccount> {
  const account = await books.get('v2.core.account', id)
  if (account.closed) throw new Refusal('The account is already closed.', { code: 'closed' })
  const balances = await balanceOf(books, id)
  if ([...balances.values()].some((held) => held !== 0)) {
    throw new Refusal('Accounts with a balance cannot be closed.', {
      code: 'account_cannot_be_closed_with_balance',
    })
  }
  account.closed = true
  account.contact_email = null
  account.own = { name: null, bank: null, bankLast4: null }
  await books.remove('v2.core.account_link', { account: id })
  await put(books, account, 'v2.core.account.closed')
  return account
}

/** What an account holds by currency, which reversals may make negative. */
export async function balanceOf(books: Books, accountId: string): Promise<Map<string, number>> {
  const held = new Map<string, number>()
  const add = (currency: string, amount: number) =>
    held.set(currency, (held.get(currency) ?? 0) + amount)
  for (const each of await books.list('transfer', { destination: accountId })) {
    add(each.currency, each.amount - each.amount_reversed)
  }
  for (const { status, reversed_by: back, currency, amount } of await books.list('payout', {
    account: accountId,
  })) {
    if (status !== 'failed' && status !== 'canceled' && !back) add(currency, -amount)
  }
  return held
}

const LINK_MS = 60 * 60_000

/** https://docs.stripe.com/api/v2/core/account-links/create; a new link ends the one before. */
export async function createLink(
  books: Books,
  given: {
    account?: string
    use_case?: { account_onboarding?: { return_url?: string; refresh_url?: string } }
  },
): Promise<AccountLink> {
  const {
    id: account,
    closed,
    configuration,
  } = await books.get('v2.core.account', given.account ?? '')
  const { status } = configuration.recipient.capabilities.stripe_balance.stripe_transfers
  if (closed || status === 'rejected') {
    throw new Refusal(`${closed ? 'Closed' : 'Rejected'} accounts stay.`)
  }
  const { return_url: returnUrl, refresh_url: refreshUrl } =
    given.use_case?.account_onboarding ?? {}
  if (!returnUrl || !refreshUrl) throw new Refusal('A link needs a return_url and a refresh_url.')
  await books.remove('v2.core.account_link', { account })
  const id = randomBytes(24).toString('base64url')
  return books.put('v2.core.account_link', {
    id,
    object: 'v2.core.account_link',
    account,
    created: books.isoNow(),
    expires_at: new Date(books.now * 1000 + LINK_MS).toISOString(),
    livemode: false,
    url: books.addressOf(`/sandbox/onboarding/${id}`, returnUrl),
    use_case: given.use_case,
    own: { returnUrl, refreshUrl, used: false },
  })
}
