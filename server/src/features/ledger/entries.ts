import { divideChange, type Sale } from './rules.ts'

export type AccountKind =
  | 'gateway'
  | 'platform'
  | 'creator'
  | 'unclaimed'
  | 'contested'
  | 'set_aside'
  | 'processor_fees'
  | 'provider_costs'
  | 'provider_payables'

export type EntryKind =
  | 'capture'
  | 'refund'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'processor_fee'
  | 'dispute_fee'
  | 'provider_cost'

export interface AccountName {
  kind: AccountKind
  ownerId: string | null
}

/** The creator's side of a sale: whose account and until when its money is pending. */
export interface CreatorSide {
  account: AccountName
  clearsAt: Date
}

export interface Line {
  account: AccountName
  /** Debits are positive, credits negative. */
  amount: number
  sharePercent: number | null
  clearsAt: Date | null
}

/** A posting with its name: these constructors are the only way to make one. */
export interface Entry {
  kind: EntryKind
  key: string
  amount: number
  lines: Line[]
}

const common = (kind: AccountKind): AccountName => ({ kind, ownerId: null })

function line(account: AccountName, amount: number): Line {
  return { account, amount, sharePercent: null, clearsAt: null }
}

function entry(kind: EntryKind, id: string, amount: number, lines: Line[]): Entry {
  return { kind, key: `${kind}:${id}`, amount, lines: lines.filter((each) => each.amount !== 0) }
}

/** What both sides gain (as credits) or give back (as debits) between two states of a sale. */
function shares(creator: CreatorSide, before: Sale, after: Sale): Line[] {
  const change = divideChange(before, after)
  return [
    {
      account: creator.account,
      amount: -change.creator,
      sharePercent: after.sharePercent,
      clearsAt: creator.clearsAt,
    },
    line(common('platform'), -change.platform),
  ]
}

export function captureEntry(
  paymentId: string,
  creator: CreatorSide,
  sharePercent: number,
  amount: number,
): Entry {
  const before: Sale = { captured: 0, refunded: 0, disputed: 0, sharePercent }
  return entry('capture', paymentId, amount, [
    line(common('gateway'), amount),
    ...shares(creator, before, { ...before, captured: amount }),
  ])
}

export function refundEntry(
  refundId: string,
  creator: CreatorSide,
  sale: Sale,
  amount: number,
): Entry {
  return entry('refund', refundId, amount, [
    line(common('gateway'), -amount),
    ...shares(creator, sale, { ...sale, refunded: sale.refunded + amount }),
  ])
}

/** The bank sent a refund back: the money is ours again and is shared again. */
export function refundFailedEntry(
  refundId: string,
  creator: CreatorSide,
  sale: Sale,
  amount: number,
): Entry {
  return entry('refund_failed', refundId, amount, [
    line(common('gateway'), amount),
    ...shares(creator, sale, { ...sale, refunded: sale.refunded - amount }),
  ])
}

/** The bank takes the money until it has decided; both sides set their shares aside. */
export function disputeOpenedEntry(
  disputeId: string,
  creator: CreatorSide,
  sale: Sale,
  amount: number,
): Entry {
  return entry('dispute_opened', disputeId, amount, [
    line(common('gateway'), -amount),
    line(common('contested'), amount),
    ...shares(creator, sale, { ...sale, disputed: sale.disputed + amount }),
    line(common('set_aside'), -amount),
  ])
}

export function disputeWonEntry(
  disputeId: string,
  creator: CreatorSide,
  sale: Sale,
  amount: number,
): Entry {
  return entry('dispute_won', disputeId, amount, [
    line(common('gateway'), amount),
    line(common('contested'), -amount),
    ...shares(creator, sale, { ...sale, disputed: sale.disputed - amount }),
    line(common('set_aside'), amount),
  ])
}

/** The bank keeps what it took: what was set aside pays for it, and nothing is taken again. */
export function disputeLostEntry(disputeId: string, amount: number): Entry {
  return entry('dispute_lost', disputeId, amount, [
    line(common('contested'), -amount),
    line(common('set_aside'), amount),
  ])
}

export function processorFeeEntry(paymentId: string, amount: number): Entry {
  return entry('processor_fee', paymentId, amount, [
    line(common('processor_fees'), amount),
    line(common('gateway'), -amount),
  ])
}

/** By how much the fee changed; what is given back is negative, and told by its lines. */
export function disputeFeeEntry(disputeId: string, time: number, change: number): Entry {
  const id = time === 1 ? disputeId : `${disputeId}:${time}`
  return entry('dispute_fee', id, Math.abs(change), [
    line(common('processor_fees'), change),
    line(common('gateway'), -change),
  ])
}

/** What the generation itself cost the operator; owed to the provider, not to the gateway. */
export function providerCostEntry(paymentId: string, amount: number): Entry {
  return entry('provider_cost', paymentId, amount, [
    line(common('provider_costs'), amount),
    line(common('provider_payables'), -amount),
  ])
}
