import type Stripe from 'stripe'
import { hashSecret } from '../../../platform/secrets.ts'
import type { AccountState, PayoutAccountView } from '../spec.ts'

type Account = Stripe.V2.Core.Account
type Requirement = NonNullable<NonNullable<Account['requirements']>['entries']>[number]

/** What `mapAccount` reads; Stripe leaves all else out of its answers. */
export const INCLUDED = ['configuration.recipient', 'identity', 'requirements'] as const

/** Beginnings of Stripe's machine-readable requirements, in the order of a form. */
const WORDS: [prefix: string, words: string][] = [
  ['identity.entity_type', 'whether you are a person or a firm'],
  ['identity.individual.given_name', 'your name'],
  ['identity.individual.surname', 'your name'],
  ['identity.individual.date_of_birth', 'your date of birth'],
  ['identity.individual.address', 'your address'],
  ['identity.individual.email', 'your e-mail address'],
  ['identity.individual.phone', 'your phone number'],
  ['identity.individual.id_numbers', 'your tax or identity number'],
  ['identity.individual.verification', 'a document that shows who you are'],
  ['identity.individual.documents', 'a document that shows who you are'],
  ['identity.business_details.registered_name', 'the name of your firm'],
  ['identity.business_details.id_numbers', 'the tax number of your firm'],
  ['identity.business_details', 'details of your firm'],
  ['identity.attestations', 'your agreement to Stripe’s terms'],
  ['identity.individual', 'details of yourself'],
  ['external_account', 'a bank account'],
  ['payout_method', 'a bank account'],
  ['default_outbound_destination', 'a bank account'],
]

/** The bank account comes from another call. */
export function mapAccount(
  account: Account,
  bank: Pick<PayoutAccountView, 'bankLast4' | 'bankHash'>,
  refused = 'Stripe has refused this account.',
): PayoutAccountView {
  const { state, reason } = mapState(account, refused)
  const due = state === 'rejected' || state === 'closed' ? [] : listDue(account)
  const time = due.length > 0 ? account.requirements?.summary?.minimum_deadline?.time : undefined
  return {
    accountId: account.id,
    state,
    missing: [...new Set(due.map(describe))],
    missingBy: time ? new Date(time) : null,
    country: account.identity?.country?.toUpperCase() ?? null,
    ...bank,
    reason,
  }
}

export const NO_BANK = { bankLast4: null, bankHash: null }

/** Stripe tells no whole number; its fingerprint stands for the number. */
export function mapBank(bank: Stripe.ExternalAccount) {
  const { id, fingerprint, last4 } = bank
  const holder =
    bank.object === 'bank_account'
      ? [bank.account_holder_name, bank.account_holder_type, bank.routing_number, bank.country]
      : [bank.name, bank.country]
  return {
    bankLast4: last4,
    bankHash: hashSecret(JSON.stringify([fingerprint ?? id, last4, ...holder])),
  }
}

function mapState(
  account: Account,
  refused: string,
): { state: AccountState; reason: string | null } {
  if (account.closed) return { state: 'closed', reason: null }
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const transfers = balance?.stripe_transfers
  const codes = transfers?.status_details.map(({ code }) => code) ?? []
  if (transfers?.status === 'rejected' || codes.some((code) => code.startsWith('rejected'))) {
    return { state: 'rejected', reason: refused }
  }
  if (transfers?.status === 'unsupported' || codes.some((code) => code.startsWith('unsupported'))) {
    return { state: 'rejected', reason: 'Stripe cannot pay accounts of this kind or country.' }
  }
  // While Stripe sends nothing to the owner's bank, the money stays in the platform's balance.
  const paysOut = balance?.payouts === undefined || balance.payouts.status === 'active'
  if (transfers?.status === 'active' && paysOut) return { state: 'ready', reason: null }
  const due = listDue(account)
  if (due.length === 0) {
    return { state: 'restricted', reason: 'Stripe is checking what you have given.' }
  }
  return due.every(isFirstQuestion)
    ? { state: 'started', reason: null }
    : { state: 'restricted', reason: findReason(due) }
}

/** What the creator has to give now or by a date. */
function listDue(account: Account): Requirement[] {
  return (account.requirements?.entries ?? []).filter(
    ({ awaiting_action_from: by, minimum_deadline: deadline }) =>
      by === 'user' && deadline.status !== 'eventually_due',
  )
}

function isFirstQuestion(entry: Requirement): boolean {
  return (
    entry.errors.length === 0 &&
    entry.requested_reasons.every(({ code }) => code === 'routine_onboarding')
  )
}

function findReason(due: Requirement[]): string | null {
  return due.flatMap(({ errors }) => errors)[0]?.description ?? null
}

function describe({ description }: Requirement): string {
  const known = WORDS.find(([prefix]) => description.startsWith(prefix))
  return known?.[1] ?? (description.split('.').at(-1) ?? description).replaceAll('_', ' ')
}
