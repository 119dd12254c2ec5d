import { and, eq, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type DisputeStand, disputeEntry } from './dispute-entry.ts'
import { getSale } from './get-sale.ts'
import { postEntry } from './post-entry.ts'
import { ledgerEntries } from './tables.ts'

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

export function countEntries(tx: TxCtx, paymentId: string, key: string): Promise<number> {
  return tx.db.$count(
    ledgerEntries,
    and(
      eq(ledgerEntries.paymentId, paymentId),
      or(eq(ledgerEntries.key, key), sql`starts_with(${ledgerEntries.key}, ${`${key}:`})`),
    ),
  )
}
