import { randomBytes } from 'node:crypto'
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

/** Stripe holds recent income back as pending; one cent is enough for the tests. */
export const PENDING = 1

export function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** What Stripe keeps, in memory: its objects, the balance and the events. */
export class StripeBooks {
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

  chargeOf(intent: Intent): Charge {
    return this.get(this.charges, intent.latest_charge ?? '', 'charge')
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

  /** The whole balance but the pending cent. */
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
