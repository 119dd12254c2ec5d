import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import type { EntryKind } from '../../schema/ledger-kinds.ts'
import { aboutAdjustment } from './adjustment.ts'
import type { Money } from './book.ts'
import {
  type AccountName,
  common,
  type Entry,
  type EntryContext,
  entry,
  line,
  postEntries,
  postEntry,
} from './entry.ts'

/** Takes the amount from the creator's account, in the transaction that records the payout. */
export async function postPayout(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return (await postPayouts(tx, [move])) === 1
}

/** The same of many payouts, in a few statements; answers how many entries were new. */
export async function postPayouts(tx: TxCtx, moves: readonly PostPayoutMove[]): Promise<number> {
  return postEntries(
    tx,
    moves.map((move) => ({ entry: payoutEntry(move), about: aboutPayout(move) })),
  )
}

/** Posts that the vendor took the money from our balance. */
export async function postTransferMade(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, transferMadeEntry(move), aboutPayout(move))
}

/** Gives the creator back what the vendor refused to send. */
export async function postTransferRefused(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, transferRefusedEntry(move), aboutPayout(move))
}

/** Gives the creator back what came back from the vendor. */
export async function postPayoutReturned(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, payoutReturnedEntry(move), aboutPayout(move))
}

/** Gives the creator back what we took back from the vendor. */
export async function postReversal(tx: TxCtx, move: PostPayoutMove): Promise<boolean> {
  return postEntry(tx, reversalEntry(move), aboutPayout(move))
}

interface PostPayoutCost extends Money {
  /** The invoice's own number. */
  reference: string
  amount: number
  occurredAt: Date
}

/** False where the invoice was posted before. */
export async function postPayoutCost(tx: TxCtx, cost: PostPayoutCost): Promise<boolean> {
  const key = `${cost.book}:${cost.reference}`
  return postEntry(tx, payoutCostEntry(key, cost.amount), aboutAdjustment(newId(), cost))
}

interface PostPayoutMove extends PaidOut, Money {
  occurredAt: Date
}

/** The subject of the entries of a payout, which no single payment or recipe explains. */
function aboutPayout({ payoutId, book, currency, occurredAt }: PostPayoutMove): EntryContext {
  return {
    subjectType: 'payout',
    subjectId: payoutId,
    paymentId: null,
    workflowId: null,
    book,
    currency,
    occurredAt,
  }
}

/** The creator whose money is paid out, and how often such an entry was posted for the payout. */
interface PaidOut {
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
function payoutCostEntry(reference: string, amount: number): Entry {
  return entry('payout_cost', reference, amount, [
    line(common('payout_fees'), amount),
    line(common('gateway'), -amount),
  ])
}
