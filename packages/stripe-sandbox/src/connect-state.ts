import { randomBytes } from 'node:crypto'
import type {
  BankPayout,
  Capability,
  ConnectAccount,
  Requirement,
  ThinEvent,
  Transfer,
} from './connect-objects.ts'
import { Refusal } from './stripe-objects.ts'
import type { StripeState } from './stripe-state.ts'

const DAY = 86_400
const FIRST_QUESTIONS = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.individual.date_of_birth.day',
  'identity.individual.date_of_birth.month',
  'identity.individual.date_of_birth.year',
  'external_account',
]

const newObjectId = (prefix: string) => `${prefix}${randomBytes(12).toString('hex')}`

const capability = (status: Capability['status'], code?: string): Capability => ({
  status,
  status_details: code ? [{ code, resolution: 'provide_info' }] : [],
})

const question = (
  description: string,
  reason: Requirement['requested_reasons'][number]['code'],
): Requirement => ({
  description,
  awaiting_action_from: 'user',
  errors: [],
  minimum_deadline: { status: 'past_due' },
  requested_reasons: [{ code: reason }],
})

/** Connect's books in memory: recipient accounts, transfers to them, and their bank payouts. */
export class ConnectState {
  readonly accounts = new Map<string, ConnectAccount>()
  readonly transfers = new Map<string, Transfer>()
  readonly payouts = new Map<string, BankPayout>()
  readonly events: ThinEvent[] = []
  private readonly platform: StripeState

  constructor(platform: StripeState) {
    this.platform = platform
  }

  createAccount(body: Record<string, unknown>): ConnectAccount {
    const given = body as {
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
    }
    const recipient = given.configuration?.recipient?.capabilities?.stripe_balance
    if (!recipient?.stripe_transfers?.requested || !given.identity?.country) {
      throw new Refusal('This stand-in covers recipients of a known country alone.')
    }
    if (!given.contact_email) throw new Refusal('Recipients need a contact_email.')
    const { fees_collector: fees, losses_collector: losses } =
      given.defaults?.responsibilities ?? {}
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
      created: this.isoNow(),
      livemode: false,
      bankLast4: null,
    }
    this.accounts.set(account.id, account)
    this.announceAccount('v2.core.account.created', account.id)
    return account
  }

  account(id: string): ConnectAccount {
    const account = this.accounts.get(id)
    if (account) return account
    throw new Refusal(`No such account: '${id}'`, { status: 404, code: 'not_found' })
  }

  /** What the hosted onboarding does. */
  identify(id: string, bankLast4 = '6789'): void {
    const account = this.account(id)
    account.bankLast4 = bankLast4
    this.setCapabilities(account, capability('active'))
    account.requirements.entries = []
    this.announceAccount(
      'v2.core.account[configuration.recipient].capability_status_updated',
      account.id,
    )
  }

  /** Stripe asks for more and stops the account until then. */
  restrict(id: string, description: string, time: Date | null = null): void {
    const account = this.account(id)
    this.setCapabilities(account, capability('restricted', 'requirements_past_due'))
    account.requirements.entries = [question(description, 'routine_verification')]
    account.requirements.summary.minimum_deadline.time = time?.toISOString() ?? null
    this.announceAccount('v2.core.account[requirements].updated', account.id)
  }

  reject(id: string): void {
    const account = this.account(id)
    this.setCapabilities(account, capability('rejected', 'rejected_listed'))
    account.requirements.entries = []
    this.announceAccount(
      'v2.core.account[configuration.recipient].capability_status_updated',
      account.id,
    )
  }

  close(id: string): ConnectAccount {
    const account = this.account(id)
    if (account.closed) throw new Refusal('The account is already closed.', { code: 'closed' })
    if (this.balanceOf(id) !== 0) {
      throw new Refusal('Accounts with a balance cannot be closed.', {
        code: 'account_cannot_be_closed_with_balance',
      })
    }
    account.closed = true
    this.announceAccount('v2.core.account.closed', id)
    return account
  }

  private setCapabilities(account: ConnectAccount, to: Capability): void {
    const { capabilities } = account.configuration.recipient
    capabilities.stripe_balance = { stripe_transfers: to, payouts: structuredClone(to) }
  }

  /** https://docs.stripe.com/api/transfers/create */
  transfer(form: Record<string, string>): Transfer {
    const account = this.accounts.get(form['destination'] ?? '')
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
    if (amount > this.platform.available()) {
      throw new Refusal('You have insufficient available funds in your Stripe account.', {
        code: 'balance_insufficient',
      })
    }
    const transfer: Transfer = {
      id: newObjectId('tr_1'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency: form['currency'] ?? 'usd',
      destination: account.id,
      transfer_group: form['transfer_group'] ?? null,
      metadata: { payout_id: form['metadata[payout_id]'] ?? '' },
      reversed: false,
      created: this.platform.now(),
    }
    this.transfers.set(transfer.id, transfer)
    this.platform.transact('transfer', transfer.id, -amount)
    this.announceTransfer('v1.transfer.created', transfer.id)
    this.payOut(account.id)
    return transfer
  }

  /** https://docs.stripe.com/api/transfer_reversals/create */
  reverse(id: string, form: Record<string, string>): object {
    const transfer = this.getTransfer(id)
    const left = transfer.amount - transfer.amount_reversed
    const amount = Number(form['amount'] ?? left)
    if (!Number.isInteger(amount) || amount < 1 || amount > left) {
      throw new Refusal(
        `Transfer reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`,
        { param: 'amount' },
      )
    }
    transfer.amount_reversed += amount
    transfer.reversed = transfer.amount_reversed === transfer.amount
    this.platform.transact('transfer_refund', transfer.id, amount)
    this.announceTransfer('v1.transfer.reversed', transfer.id)
    return { id: newObjectId('trr_1'), object: 'transfer_reversal', amount, transfer: transfer.id }
  }

  getTransfer(id: string): Transfer {
    return this.platform.get(this.transfers, id, 'transfer')
  }

  private balanceOf(accountId: string): number {
    const received = [...this.transfers.values()]
      .filter(({ destination }) => destination === accountId)
      .reduce((sum, each) => sum + each.amount - each.amount_reversed, 0)
    const sent = this.payoutsOf(accountId)
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + amount, 0)
    return received - sent
  }

  payoutsOf(accountId: string): BankPayout[] {
    return [...this.payouts.values()].filter(({ account }) => account === accountId)
  }

  /** The account's automatic daily payout of all that it holds. */
  private payOut(accountId: string): void {
    const amount = this.balanceOf(accountId)
    if (amount < 1) return
    const payout: BankPayout = {
      id: newObjectId('po_1'),
      object: 'payout',
      account: accountId,
      amount,
      currency: 'usd',
      status: 'in_transit',
      failure_code: null,
      reversed_by: null,
      arrival_date: this.platform.now() + 2 * DAY,
      created: this.platform.now(),
    }
    this.payouts.set(payout.id, payout)
    this.announcePayout('v1.payout.created', payout)
  }

  settlePayout(id: string, status: 'paid' | 'failed', failureCode = 'no_account'): void {
    const payout = this.platform.get(this.payouts, id, 'payout')
    payout.status = status
    payout.failure_code = status === 'failed' ? failureCode : null
    this.announcePayout(`v1.payout.${status}`, payout)
    if (status === 'failed') this.restrict(payout.account, 'external_account')
  }

  private isoNow(): string {
    return new Date(this.platform.now() * 1000).toISOString()
  }

  private announceAccount(type: string, id: string): void {
    const url = `/v2/core/accounts/${id}`
    this.announce(type, { id, type: 'v2.core.account', url })
  }

  private announceTransfer(type: string, id: string): void {
    this.announce(type, { id, type: 'transfer', url: `/v1/transfers/${id}` })
  }

  private announcePayout(type: string, { id, account }: BankPayout): void {
    this.announce(type, { id, type: 'payout', url: `/v1/payouts/${id}` }, account)
  }

  private announce(type: string, related: ThinEvent['related_object'], context?: string): void {
    this.events.push({
      id: newObjectId('evt_1'),
      object: 'v2.core.event',
      type,
      created: this.isoNow(),
      livemode: false,
      ...(context ? { context } : {}),
      related_object: related,
      reason: null,
    })
  }
}
