import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import type { Tax } from '../../providers/payments/spec.ts'
import { taxesIn } from '../ledger/index.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { findInvoice } from './find-invoice.ts'
import { nextNumber } from './next-number.ts'
import { monthOf } from './rules.ts'
import { creditNotes, type InvoiceRow } from './tables.ts'

/** The credit note of a refund that went out, issued once. */
export async function issueCreditNote(
  ctx: Ctx,
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPayment(tx, paymentId)
    const invoice = await findInvoice(tx, paymentId)
    const refunds = await listCountedRefunds(tx, paymentId)
    const refund = refunds.find(({ id }) => id === refundId)
    if (!invoice || !refund) return
    const notes = await tx.db
      .select()
      .from(creditNotes)
      .where(eq(creditNotes.invoiceId, invoice.id))
    if (notes.some((note) => note.refundId === refundId)) return
    const before = notes.reduce((sum, { amount }) => sum + amount, 0)
    const now = tx.clock.now()
    const { book } = invoice
    const number = await nextNumber(tx, book, `VC-${monthOf(now)}`)
    await tx.db.insert(creditNotes).values({
      id: newId(),
      number,
      book,
      invoiceId: invoice.id,
      refundId,
      amount: refund.amount,
      taxes: taxesBetween(invoice, before, before + refund.amount),
      issuedAt: now,
    })
  })
}

/** The taxes of what was credited after `before` cents, so that all notes together credit whole taxes. */
function taxesBetween({ taxes, amount }: InvoiceRow, before: number, after: number): Tax[] {
  const was = taxesIn(taxes, before, amount)
  return taxesIn(taxes, after, amount).map((is, at) => ({
    jurisdiction: is.jurisdiction,
    name: taxes[at]?.name ?? 'tax',
    amount: is.amount - (was[at]?.amount ?? 0),
  }))
}
