import { and, eq, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import {
  disputeFeeEntry,
  disputeLostEntry,
  disputeOpenedEntry,
  disputeWonEntry,
} from './entries.ts'
import { postEntry } from './post-entry.ts'
import { requireSale } from './read-sale.ts'
import { ledgerEntries } from './tables.ts'

export interface PostDispute {
  paymentId: string
  disputeId: string
  amount: number
  occurredAt: Date
}

export async function postDisputeOpened(tx: TxCtx, dispute: PostDispute): Promise<boolean> {
  const { sale, creator, about } = await requireSale(tx, dispute.paymentId)
  const entry = disputeOpenedEntry(dispute.disputeId, creator, sale, dispute.amount)
  return postEntry(tx, entry, { ...about, occurredAt: dispute.occurredAt })
}

/** The outcome is about the amount that was contested, whatever the news of it says. */
export async function postDisputeClosed(
  tx: TxCtx,
  dispute: Omit<PostDispute, 'amount'> & { outcome: 'won' | 'lost' },
): Promise<boolean> {
  const { sale, creator, about } = await requireSale(tx, dispute.paymentId)
  const [opened] = await tx.db
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.key, `dispute_opened:${dispute.disputeId}`))
  if (!opened) throw new Error(`the dispute ${dispute.disputeId} was never opened in the ledger`)
  const entry =
    dispute.outcome === 'won'
      ? disputeWonEntry(dispute.disputeId, creator, sale, opened.amount)
      : disputeLostEntry(dispute.disputeId, opened.amount)
  return postEntry(tx, entry, { ...about, occurredAt: dispute.occurredAt })
}

/**
 * The difference to what was posted before, negative where some is given back. Whoever calls holds
 * the fee as it was last posted, in the same transaction: here each change counts.
 */
export async function postDisputeFee(tx: TxCtx, dispute: PostDispute): Promise<boolean> {
  if (dispute.amount === 0) return false
  const { about } = await requireSale(tx, dispute.paymentId)
  const key = `dispute_fee:${dispute.disputeId}`
  const before = await tx.db.$count(
    ledgerEntries,
    and(
      eq(ledgerEntries.paymentId, dispute.paymentId),
      or(eq(ledgerEntries.key, key), sql`starts_with(${ledgerEntries.key}, ${`${key}:`})`),
    ),
  )
  return postEntry(tx, disputeFeeEntry(dispute.disputeId, before + 1, dispute.amount), {
    ...about,
    occurredAt: dispute.occurredAt,
  })
}
