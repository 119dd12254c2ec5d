import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type CreditNoteRow, creditNotes, type InvoiceRow } from './tables.ts'

/** The credit notes of an invoice with their corrections, and the sum that they credit together. */
export async function findCredited(
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
