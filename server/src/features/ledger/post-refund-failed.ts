import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { getSale } from './get-sale.ts'
import { postEntry } from './post-entry.ts'
import type { PostRefund } from './post-refund.ts'
import { refundFailedEntry } from './refund-entry.ts'
import { ledgerEntries } from './tables.ts'

/** Reverses a posted refund; an unposted refund needs no reversal. */
export async function postRefundFailed(tx: TxCtx, refund: PostRefund): Promise<boolean> {
  const posted = await getSale(tx, refund.paymentId)
  const [refunded] = await tx.db
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.key, `refund:${refund.refundId}`))
  if (!refunded) return false
  const entry = refundFailedEntry(refund.refundId, posted, posted.sale, refunded.amount)
  return postEntry(tx, entry, { ...posted.about, occurredAt: refund.occurredAt })
}
