import { and, eq, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { ledgerEntries } from '../../schema/ledger.ts'
import type { EntryKind } from '../../schema/ledger-kinds.ts'
import { common, type Entry, entry, line, postEntry } from './entry.ts'
import type { Sale } from './rules.ts'
import { getSale, type Sides, shares } from './sale.ts'

interface PostDispute {
  paymentId: string
  disputeId: string
  occurredAt: Date
  /** The state that the caller last posted, read in the same transaction; null for a new dispute. */
  before: DisputeStand | null
  after: DisputeStand
}

/** Posts the difference between the states; false where no account changes. */
export async function postDispute(tx: TxCtx, dispute: PostDispute): Promise<boolean> {
  const { paymentId, disputeId: id, before, after, occurredAt } = dispute
  const posted = await getSale(tx, paymentId)
  const time = 1 + (await countEntries(tx, paymentId, `dispute:${id}`))
  const entry = disputeEntry({ id, time, before, after }, posted, posted.sale)
  return entry ? postEntry(tx, entry, { ...posted.about, occurredAt }) : false
}

function countEntries(tx: TxCtx, paymentId: string, key: string): Promise<number> {
  return tx.db.$count(
    ledgerEntries,
    and(
      eq(ledgerEntries.paymentId, paymentId),
      or(eq(ledgerEntries.key, key), sql`starts_with(${ledgerEntries.key}, ${`${key}:`})`),
    ),
  )
}

interface PostDisputeFee {
  paymentId: string
  disputeId: string
  amount: number
  occurredAt: Date
}

/**
 * Posts the difference to the last posted fee, negative for a returned part. The caller must hold
 * the lock of the dispute's row, since every call posts a change.
 */
export async function postDisputeFee(tx: TxCtx, dispute: PostDisputeFee): Promise<boolean> {
  if (dispute.amount === 0) return false
  const { about } = await getSale(tx, dispute.paymentId)
  const before = await countEntries(tx, dispute.paymentId, `dispute_fee:${dispute.disputeId}`)
  return postEntry(tx, disputeFeeEntry(dispute.disputeId, before + 1, dispute.amount), {
    ...about,
    occurredAt: dispute.occurredAt,
  })
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

/** The change of a dispute's fee; a returned part is negative, which shows in its lines. */
function disputeFeeEntry(disputeId: string, time: number, change: number): Entry {
  const id = time === 1 ? disputeId : `${disputeId}:${time}`
  return entry('dispute_fee', id, Math.abs(change), [
    line(common('processor_fees'), change),
    line(common('gateway'), -change),
  ])
}
