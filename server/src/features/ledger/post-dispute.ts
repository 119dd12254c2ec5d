import { and, eq, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type DisputeStand, disputeEntry, disputeFeeEntry } from './entries.ts'
import { postEntry } from './post-entry.ts'
import { requireSale } from './read-sale.ts'
import { ledgerEntries } from './tables.ts'

export interface PostDispute {
  paymentId: string
  disputeId: string
  occurredAt: Date
  /** As the caller last posted it, in the same transaction; null where it is new. */
  before: DisputeStand | null
  after: DisputeStand
}

/** The difference that the news makes; false where it makes none in the books. */
export async function postDispute(tx: TxCtx, dispute: PostDispute): Promise<boolean> {
  const { paymentId, disputeId: id, before, after, occurredAt } = dispute
  const { sale, creator, about } = await requireSale(tx, paymentId)
  const time = 1 + (await countEntries(tx, paymentId, `dispute:${id}`))
  const entry = disputeEntry({ id, time, before, after }, creator, sale)
  return entry ? postEntry(tx, entry, { ...about, occurredAt }) : false
}

export interface PostDisputeFee {
  paymentId: string
  disputeId: string
  amount: number
  occurredAt: Date
}

/**
 * The difference to what was posted before, negative where some is given back. Whoever calls holds
 * the fee as it was last posted, in the same transaction: here each change counts.
 */
export async function postDisputeFee(tx: TxCtx, dispute: PostDisputeFee): Promise<boolean> {
  if (dispute.amount === 0) return false
  const { about } = await requireSale(tx, dispute.paymentId)
  const before = await countEntries(tx, dispute.paymentId, `dispute_fee:${dispute.disputeId}`)
  return postEntry(tx, disputeFeeEntry(dispute.disputeId, before + 1, dispute.amount), {
    ...about,
    occurredAt: dispute.occurredAt,
  })
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
