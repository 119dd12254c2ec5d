import type { AccountKind } from './account-kind.ts'
import type { EntryKind } from './entry-kind.ts'
import {
  type Commission,
  divideChange,
  remainingCents,
  type Sale,
  type TaxPart,
  taxesIn,
} from './rules.ts'

/** How an entry's amount changes the state of its sale; the other kinds leave the state unchanged. */
export const EFFECT: Partial<
  Record<EntryKind, { on: 'captured' | 'refunded' | 'disputed'; sign: 1 | -1 }>
> = {
  capture: { on: 'captured', sign: 1 },
  refund: { on: 'refunded', sign: 1 },
  refund_failed: { on: 'refunded', sign: -1 },
  dispute_opened: { on: 'disputed', sign: 1 },
  dispute_raised: { on: 'disputed', sign: 1 },
  dispute_lowered: { on: 'disputed', sign: -1 },
  dispute_won: { on: 'disputed', sign: -1 },
}

export interface AccountName {
  kind: AccountKind
  ownerId: string | null
  /** Set for `tax_payable` only: the country, or the country and state, to which the tax is owed. */
  jurisdiction?: string
}

/** The creator's side of a sale, or the buyer's where no creation was delivered. */
interface CreatorSide {
  account: AccountName
  clearsAt: Date
}

/** The fan who led the buyer here. */
export interface ReferrerSide {
  account: AccountName
  clearsAt: Date
  commission: Commission
}

/** Whose accounts the lines of a sale are posted to, besides the platform's. */
export interface Sides {
  creator: CreatorSide
  referrer?: ReferrerSide | undefined
  /** The taxes in the captured amount. */
  taxes: readonly TaxPart[]
}

export interface Line {
  account: AccountName
  /** Debits are positive, credits negative. */
  amount: number
  sharePercent: number | null
  clearsAt: Date | null
  /** Set for a referrer's line only. */
  commissionPercent: number | null
  commissionCovered: number | null
}

/** A named entry with its lines, made only by the constructors below. */
export interface Entry {
  kind: EntryKind
  key: string
  amount: number
  lines: Line[]
}

const common = (kind: AccountKind): AccountName => ({ kind, ownerId: null })

function line(account: AccountName, amount: number): Line {
  return {
    account,
    amount,
    sharePercent: null,
    clearsAt: null,
    commissionPercent: null,
    commissionCovered: null,
  }
}

function entry(kind: EntryKind, id: string, amount: number, lines: Line[]): Entry {
  return { kind, key: `${kind}:${id}`, amount, lines: lines.filter((each) => each.amount !== 0) }
}

/** The lines by which all sides gain (credits) or give back (debits) between two states of a sale. */
function shares({ creator, referrer, taxes }: Sides, before: Sale, after: Sale): Line[] {
  const change = divideChange(before, after)
  const owedBefore = taxesIn(taxes, remainingCents(before), before.captured)
  const owedAfter = taxesIn(taxes, remainingCents(after), after.captured)
  return [
    {
      ...line(creator.account, -change.creator),
      sharePercent: after.sharePercent,
      clearsAt: creator.clearsAt,
    },
    ...(referrer ? [commissionLine(referrer, -change.referrer)] : []),
    ...owedAfter.map(({ jurisdiction, amount }, index) =>
      line(
        { kind: 'tax_payable', ownerId: null, jurisdiction },
        (owedBefore[index]?.amount ?? 0) - amount,
      ),
    ),
    line(common('platform'), -change.platform),
  ]
}

function commissionLine({ account, clearsAt, commission }: ReferrerSide, amount: number): Line {
  return {
    ...line(account, amount),
    clearsAt,
    commissionPercent: commission.percent,
    commissionCovered: commission.covered,
  }
}

export function captureEntry(
  paymentId: string,
  sides: Sides,
  sharePercent: number,
  amount: number,
): Entry {
  const tax = sides.taxes.reduce((sum, part) => sum + part.amount, 0)
  const before: Sale = {
    captured: 0,
    refunded: 0,
    disputed: 0,
    tax,
    sharePercent,
    commission: sides.referrer?.commission,
  }
  return entry('capture', paymentId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, before, { ...before, captured: amount }),
  ])
}

export function refundEntry(refundId: string, sides: Sides, sale: Sale, amount: number): Entry {
  return entry('refund', refundId, amount, [
    line(common('gateway'), -amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded + amount }),
  ])
}

/** The bank returned a refund, so the money is shared again. */
export function refundFailedEntry(
  refundId: string,
  sides: Sides,
  sale: Sale,
  amount: number,
): Entry {
  return entry('refund_failed', refundId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded - amount }),
  ])
}

/** The state of a dispute at one event. */
export interface DisputeStand {
  state: 'opened' | 'won' | 'lost'
  amount: number
}

/** The amount that the bank holds or kept, and the undecided part of it. */
function takenBy(dispute: DisputeStand | null): { taken: number; contested: number } {
  if (!dispute || dispute.state === 'won') return { taken: 0, contested: 0 }
  return { taken: dispute.amount, contested: dispute.state === 'opened' ? dispute.amount : 0 }
}

function nameOfChange(before: DisputeStand | null, after: DisputeStand, taken: number): EntryKind {
  if (taken < 0) return after.state === 'won' ? 'dispute_won' : 'dispute_lowered'
  if (taken > 0)
    return before === null && after.state === 'opened' ? 'dispute_opened' : 'dispute_raised'
  return after.state === 'lost' ? 'dispute_lost' : 'dispute_reopened'
}

/**
 * Posts the difference between two states of a dispute, so that a dispute may end more than once and
 * change its amount. An open dispute is contested: all sides set their shares aside. A loss moves
 * no more money. Null where no account changes.
 */
export function disputeEntry(
  dispute: { id: string; time: number; before: DisputeStand | null; after: DisputeStand },
  sides: Sides,
  sale: Sale,
): Entry | null {
  const { before, after } = dispute
  const [was, is] = [takenBy(before), takenBy(after)]
  const taken = is.taken - was.taken
  const contested = is.contested - was.contested
  if (taken === 0 && contested === 0) return null
  return {
    ...entry(nameOfChange(before, after, taken), dispute.id, Math.abs(taken || contested), [
      line(common('gateway'), -taken),
      line(common('contested'), contested),
      ...shares(sides, sale, { ...sale, disputed: sale.disputed + taken }),
      line(common('set_aside'), -contested),
    ]),
    key: `dispute:${dispute.id}:${dispute.time}`,
  }
}

export function processorFeeEntry(paymentId: string, amount: number): Entry {
  return entry('processor_fee', paymentId, amount, [
    line(common('processor_fees'), amount),
    line(common('gateway'), -amount),
  ])
}

/** The change of a dispute's fee; a returned part is negative, which shows in its lines. */
export function disputeFeeEntry(disputeId: string, time: number, change: number): Entry {
  const id = time === 1 ? disputeId : `${disputeId}:${time}`
  return entry('dispute_fee', id, Math.abs(change), [
    line(common('processor_fees'), change),
    line(common('gateway'), -change),
  ])
}

/** The operator's cost of a run, owed to the provider and not to the gateway. */
export function providerCostEntry(jobId: string, amount: number): Entry {
  return entry('provider_cost', `job:${jobId}`, amount, [
    line(common('provider_costs'), amount),
    line(common('provider_payables'), -amount),
  ])
}

/** A creator's code paid for the run: what the run cost is taken from the creator's balance. */
export function freeRunEntry(jobId: string, principalId: string, amount: number): Entry {
  return entry('free_run', `job:${jobId}`, amount, [
    line({ kind: 'creator', ownerId: principalId }, amount),
    line(common('platform'), -amount),
  ])
}

/** The creator whose money is paid out, and how often such an entry was posted for the payout. */
export interface PaidOut {
  payoutId: string
  principalId: string
  amount: number
  /** Above 1 only where the vendor contradicts itself, so that a repeated event still posts once. */
  time: number
}

const creatorOf = ({ principalId }: PaidOut): AccountName => ({
  kind: 'creator',
  ownerId: principalId,
})

function payoutMove(
  kind: EntryKind,
  { payoutId, time, amount }: PaidOut,
  from: AccountName,
  to: AccountName,
): Entry {
  const id = time === 1 ? payoutId : `${payoutId}:${time}`
  return entry(kind, id, amount, [line(from, amount), line(to, -amount)])
}

/** Cleared money leaves the creator's account before the vendor is asked to send the money. */
export function payoutEntry(paid: PaidOut): Entry {
  return payoutMove('payout', paid, creatorOf(paid), common('in_transit'))
}

/** The vendor took the money from our balance. */
export function transferMadeEntry(paid: PaidOut): Entry {
  return payoutMove('transfer_made', paid, common('in_transit'), common('gateway'))
}

/** The vendor refused and no money moved, so the creator is owed the money as before. */
export function transferRefusedEntry(paid: PaidOut): Entry {
  return payoutMove('transfer_refused', paid, common('in_transit'), creatorOf(paid))
}

/** Money that had been sent is in our balance again. */
export function payoutReturnedEntry(paid: PaidOut): Entry {
  return payoutMove('payout_returned', paid, common('gateway'), creatorOf(paid))
}

/** We took a payout back, so the creator is owed the money again. */
export function reversalEntry(paid: PaidOut): Entry {
  return payoutMove('reversal', paid, common('gateway'), creatorOf(paid))
}

/** What the vendor of payouts, or a bank, took for its work; an invoice is posted once by its reference. */
export function payoutCostEntry(reference: string, amount: number): Entry {
  return entry('payout_cost', reference, amount, [
    line(common('payout_fees'), amount),
    line(common('gateway'), -amount),
  ])
}

/** A change of a creator's balance that the operator makes; above zero for the creator. */
export interface Adjustment {
  adjustmentId: string
  principalId: string
  amount: number
}

/** The platform gives the creator the money, or takes it. */
export function adjustmentEntry(adjustment: Adjustment): Entry {
  return adjust('adjustment', adjustment, common('platform'))
}

/** A debt that the creator will not pay is the platform's loss. */
export function badDebtEntry(adjustment: Adjustment): Entry {
  return adjust('bad_debt', adjustment, common('bad_debt'))
}

function adjust(
  kind: EntryKind,
  { adjustmentId, principalId, amount }: Adjustment,
  other: AccountName,
): Entry {
  return entry(kind, adjustmentId, Math.abs(amount), [
    line(other, amount),
    line({ kind: 'creator', ownerId: principalId }, -amount),
  ])
}
