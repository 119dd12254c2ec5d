import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { ledgerEntries } from '../../schema/ledger.ts'
import { common, type Entry, entry, line, postEntry } from './entry.ts'
import type { Sale } from './rules.ts'
import { getSale, type Sides, shares } from './sale.ts'

interface PostRefund {
  paymentId: string
  refundId: string
  amount: number
  occurredAt: Date
}

/** Posts the refund; creator and platform give back their shares. */
export async function postRefund(tx: TxCtx, refund: PostRefund): Promise<boolean> {
  const posted = await getSale(tx, refund.paymentId)
  const entry = refundEntry(refund.refundId, posted, posted.sale, refund.amount)
  return postEntry(tx, entry, { ...posted.about, occurredAt: refund.occurredAt })
}

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

export function refundEntry(refundId: string, sides: Sides, sale: Sale, amount: number): Entry {
  return entry('refund', refundId, amount, [
    line(common('gateway'), -amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded + amount }),
  ])
}

/** The bank returned a refund, so the money is shared again. */
function refundFailedEntry(refundId: string, sides: Sides, sale: Sale, amount: number): Entry {
  return entry('refund_failed', refundId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, sale, { ...sale, refunded: sale.refunded - amount }),
  ])
}
