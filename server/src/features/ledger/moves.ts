import type { EntryKind } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'
import { type AccountName, type Line, line } from './entry.ts'
import type { Commission, DisputeChange, DisputeStand, TaxPart } from './rules.ts'
import { type Sold, sharesOf } from './sale.ts'

interface OfSale {
  sold: Sold
  amount: number
}

interface OfDispute extends DisputeChange {
  sold: Sold
}

interface Amount {
  amount: number
}

interface OfCreator extends Amount {
  principalId: string
}

/** What moves from where to where for each kind of entry; README.md shows each by an example. */
export const MOVES = {
  capture: ({ sold, amount }: OfSale) => [
    line('gateway', amount),
    ...sharesOf(sold, 'captured', amount),
  ],
  refund: ({ sold, amount }: OfSale) => [
    line('gateway', -amount),
    ...sharesOf(sold, 'refunded', amount),
  ],
  // The bank returned the refund, so the money is shared again.
  refund_failed: ({ sold, amount }: OfSale) => [
    line('gateway', amount),
    ...sharesOf(sold, 'refunded', -amount),
  ],
  dispute_opened: moveDisputed,
  dispute_raised: moveDisputed,
  dispute_lowered: moveDisputed,
  dispute_won: moveDisputed,
  dispute_lost: moveDisputed,
  dispute_reopened: moveDisputed,
  // A part that is given back is a negative amount.
  dispute_fee: ({ amount }: Amount) => move(amount, 'processor_fees', 'gateway'),
  processor_fee: ({ amount }: Amount) => move(amount, 'processor_fees', 'gateway'),
  // Owed to the provider and not to the gateway.
  provider_cost: ({ amount }: Amount) => move(amount, 'provider_costs', 'provider_payables'),
  free_run: (free: OfCreator) => move(free.amount, creatorOf(free), 'platform'),
  // Cleared money leaves the creator's account before the vendor is asked to send it.
  payout: (paid: OfCreator) => move(paid.amount, creatorOf(paid), 'in_transit'),
  transfer_made: ({ amount }: Amount) => move(amount, 'in_transit', 'gateway'),
  transfer_refused: (paid: OfCreator) => move(paid.amount, 'in_transit', creatorOf(paid)),
  payout_returned: (paid: OfCreator) => move(paid.amount, 'gateway', creatorOf(paid)),
  reversal: (paid: OfCreator) => move(paid.amount, 'gateway', creatorOf(paid)),
  payout_cost: ({ amount }: Amount) => move(amount, 'payout_fees', 'gateway'),
  // Above zero for the creator.
  adjustment: (given: OfCreator) => move(given.amount, 'platform', creatorOf(given)),
  bad_debt: (lost: OfCreator) => move(lost.amount, 'bad_debt', creatorOf(lost)),
} satisfies Record<EntryKind, (facts: never) => Line[]>

/** A bank takes the money or gives it back; what is undecided of it, all sides set aside. */
function moveDisputed({ sold, taken, contested }: OfDispute): Line[] {
  return [
    line('gateway', -taken),
    line('contested', contested),
    ...sharesOf(sold, 'disputed', taken),
    line('set_aside', -contested),
  ]
}

function creatorOf({ principalId }: OfCreator): AccountName {
  return { kind: 'creator', ownerId: principalId }
}

type Account = Parameters<typeof line>[0]

function move(amount: number, debited: Account, credited: Account): Line[] {
  return [line(debited, amount), line(credited, -amount)]
}

/** What a room tells of an event that moves money. */
export interface Facts {
  capture: Capture
  refund: Refund
  /** Reverses a posted refund; an unposted one needs no reversal. */
  refund_failed: Refund
  dispute: Dispute
  dispute_fee: DisputeFee
  /** The gateway's fee, which may become known after the capture. */
  processor_fee: ProcessorFee
  /** What an ended run cost: delivered or not, paid or free. */
  provider_cost: RunCost
  /** The same cost, taken from the balance of the creator whose code paid for the run. */
  free_run: FreeRun
  payout: PayoutMove
  transfer_made: PayoutMove
  transfer_refused: PayoutMove
  payout_returned: PayoutMove
  reversal: PayoutMove
  payout_cost: PayoutCost
  adjustment: Adjustment
  bad_debt: Adjustment
}

interface OfPayment {
  paymentId: string
  occurredAt: Date
}

export interface Capture extends OfPayment, Money {
  workflowId: string
  amount: number
  /** The taxes in that amount, if any; none is owed where no creation was delivered. */
  taxes?: readonly TaxPart[]
  /**
   * The earning creator; earnings of a creator without an account go to an unclaimed account. Null
   * for a creator's own run, and where no creation was delivered: then the whole amount is owed to
   * the buyer.
   */
  creator: { principalId: string; hasAccount: boolean } | null
  /** A creator's own run, without a share for anyone. */
  isOwnRun?: boolean
  /** The share that was agreed when the buyer paid. */
  sharePercent: number
  /** The fan who led the buyer here; absent where no creation was delivered, which earns no commission. */
  referrer?: { principalId: string; commission: Commission } | undefined
  /** The days until the creator's line clears, as decided at the capture. */
  clearanceDays?: number
}

export interface Refund extends OfPayment {
  refundId: string
  amount: number
}

export interface Dispute extends OfPayment {
  disputeId: string
  /** The state that the caller last posted, read in the same transaction; null for a new dispute. */
  before: DisputeStand | null
  after: DisputeStand
}

export interface DisputeFee extends OfPayment {
  disputeId: string
  /**
   * The difference to the last posted fee, negative for a returned part. The caller must hold the
   * lock of the dispute's row, since every call posts a change.
   */
  amount: number
}

export interface ProcessorFee extends OfPayment {
  amount: number
}

interface RunCost extends Money {
  jobId: string
  /** The payment of the run, if any. */
  paymentId: string | null
  /** Null for a test of a draft. */
  workflowId: string | null
  amount: number
  occurredAt: Date
}

interface FreeRun extends Omit<RunCost, 'paymentId'> {
  principalId: string
}

/** A step of a payout, and the creator whose money it moves. */
interface PayoutMove extends Money {
  payoutId: string
  principalId: string
  amount: number
  /** 1 for the first such entry of the payout, 2 for the second, so that a repeated event posts once. */
  nth: number
  occurredAt: Date
}

/** What the vendor of payouts, or a bank, took for its work. */
interface PayoutCost extends Money {
  /** The invoice's own number, under which it is posted once. */
  reference: string
  amount: number
  occurredAt: Date
}

/** A change of a creator's balance that the operator makes; above zero for the creator. */
interface Adjustment extends Money {
  adjustmentId: string
  principalId: string
  amount: number
  occurredAt: Date
}
