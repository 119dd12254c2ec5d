import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { findCredited } from './find-credited.ts'
import { findInvoice } from './find-invoice.ts'
import { nextNumber } from './next-number.ts'
import { monthOf } from './rules.ts'
import { creditNotes } from './tables.ts'
import { taxesBetween } from './taxes-between.ts'

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
    const { notes, credited } = await findCredited(tx, invoice)
    if (notes.some((note) => note.refundId === refundId)) return
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
      taxes: taxesBetween(invoice, credited, credited + refund.amount),
      issuedAt: now,
    })
  })
}
