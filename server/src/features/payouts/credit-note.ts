import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import type { Tax } from '../../providers/payments/spec.ts'
import { type CreditNoteRow, creditNotes, type InvoiceRow } from '../../schema/payouts.ts'
import { taxesIn } from '../ledger/index.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { findInvoice } from './issue-invoice.ts'
import { nextNumber } from './paper.ts'
import { monthOf } from './rules-statements.ts'

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

/** The credit notes of an invoice with their corrections, and the sum that they credit together. */
async function findCredited(
  tx: TxCtx,
  { id }: InvoiceRow,
): Promise<{ notes: CreditNoteRow[]; credited: number }> {
  const notes = await tx.db.select().from(creditNotes).where(eq(creditNotes.invoiceId, id))
  const credited = notes.reduce(
    (sum, { amount, corrects }) => sum + (corrects === null ? amount : -amount),
    0,
  )
  return { notes, credited }
}

/** The taxes between two credited sums, so that all notes together credit whole taxes. */
function taxesBetween({ taxes, amount }: InvoiceRow, low: number, high: number): Tax[] {
  const was = taxesIn(taxes, low, amount)
  return taxesIn(taxes, high, amount).map((is, at) => ({
    jurisdiction: is.jurisdiction,
    name: taxes[at]?.name ?? 'tax',
    amount: is.amount - (was[at]?.amount ?? 0),
  }))
}
