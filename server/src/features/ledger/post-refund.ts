import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { refundEntry, refundFailedEntry } from './entries.ts'
import { postEntry } from './post-entry.ts'
import { requireSale } from './read-sale.ts'
import { ledgerEntries } from './tables.ts'

export interface PostRefund {
  paymentId: string
  refundId: string
  amount: number
  occurredAt: Date
}

/** The money goes back at once; creator and platform give back what they had of it. */
export async function postRefund(tx: TxCtx, refund: PostRefund): Promise<boolean> {
  const { sale, creator, about } = await requireSale(tx, refund.paymentId)
  const entry = refundEntry(refund.refundId, creator, sale, refund.amount)
  return postEntry(tx, entry, { ...about, occurredAt: refund.occurredAt })
}

/** Reverses a refund that was posted; one that never was needs no reversal. */
export async function postRefundFailed(tx: TxCtx, refund: PostRefund): Promise<boolean> {
  const { sale, creator, about } = await requireSale(tx, refund.paymentId)
  const [posted] = await tx.db
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.key, `refund:${refund.refundId}`))
  if (!posted) return false
  const entry = refundFailedEntry(refund.refundId, creator, sale, posted.amount)
  return postEntry(tx, entry, { ...about, occurredAt: refund.occurredAt })
}
