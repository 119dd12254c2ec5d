import { type AccountName, common, type Entry, entry, line } from './entry.ts'
import type { EntryKind } from './entry-kind.ts'

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
