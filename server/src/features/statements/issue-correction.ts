import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { findCredited } from './find-credited.ts'
import { findInvoice } from './find-invoice.ts'
import { nextNumber } from './next-number.ts'
import { monthOf } from './rules.ts'
import { creditNotes } from './tables.ts'
import { taxesBetween } from './taxes-between.ts'

/** Takes back the credit note of a refund that the bank sent back, once; the note itself stays. */
export async function issueCorrection(
  ctx: Ctx,
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPayment(tx, paymentId)
    const invoice = await findInvoice(tx, paymentId)
    const refunds = await listCountedRefunds(tx, paymentId)
    if (!invoice || refunds.some(({ id }) => id === refundId)) return
    const { notes, credited } = await findCredited(tx, invoice)
    const ofRefund = notes.filter((note) => note.refundId === refundId)
    const note = ofRefund.find(({ corrects }) => corrects === null)
    if (!note || ofRefund.length > 1) return
    const now = tx.clock.now()
    const { book } = invoice
    const number = await nextNumber(tx, book, `VC-${monthOf(now)}`)
    await tx.db.insert(creditNotes).values({
      id: newId(),
      number,
      book,
      invoiceId: invoice.id,
      refundId,
      corrects: note.id,
      amount: note.amount,
      taxes: taxesBetween(invoice, credited - note.amount, credited),
      issuedAt: now,
    })
  })
}
